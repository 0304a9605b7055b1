import { beforeEach } from 'bun:test'
import type { Suggestions } from '../../../../src/features/lists/memory/routes'
import { lists } from '../../../../src/platform/db/schema'
import { ask, type Member } from '../../../support/cast'
import { Basket } from '../basket'
import type { Item } from '../shopping'

const MINUTE_MS = 60_000

/** A household that remembers nothing yet before each test, and what it does and asks. */
export class Pantry extends Basket {
  override open() {
    beforeEach(async () => void (await this.household.ctx.db.delete(lists)))
    // Sessions outlive what counts for less with time.
    return super.open({ env: { LOCAL_SESSION_EXPIRES: String(366 * 86_400) } })
  }

  /** Minutes later. */
  wait(minutes: number) {
    this.household.clock.set(new Date(this.household.ctx.now().getTime() + minutes * MINUTE_MS).toISOString())
  }

  /** Adds these a minute after the other. */
  async add(...texts: string[]): Promise<Item[]> {
    const added: Item[] = []
    for (const text of texts) {
      this.wait(1)
      added.push(await this.shop.add(this.cast.ben, this.listId, text))
    }
    return added
  }

  /** Adds these, ticks them a minute after the other, and clears the list. */
  async buy(...texts: string[]): Promise<void> {
    for (const { id } of await this.add(...texts)) {
      this.wait(1)
      await this.shop.change(this.cast.ben, id, { checked: true })
    }
    await this.request(this.cast.ben, 'DELETE', 'items?checked=true')
  }

  request<Body = unknown>(who: Member | null, method: string, path: string, key?: string, listId = this.listId) {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
    return ask<Body>(this.household, who, `${method} /api/lists/${listId}/${path}`, undefined, headers)
  }

  async suggestions(query = '', who: Member = this.cast.ada, listId = this.listId) {
    const path = `suggestions${query}`
    const { status, body } = await this.request<Suggestions>(who, 'GET', path, undefined, listId)
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body.suggestions
  }

  /** Their texts. */
  async suggested(query = '', who: Member = this.cast.ada, listId = this.listId) {
    return (await this.suggestions(query, who, listId)).map(({ text }) => text).join(', ')
  }
}
