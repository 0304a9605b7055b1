import { type Answering, ask, type Member } from '../../support/cast'
import type { Item } from './shopping'

/** A member's screen: it reads anew what it hears has changed, when it is asked to. */
export class Screen {
  readonly shown = new Map<number, Item[]>()
  readonly #stale = new Set<number>()

  constructor(
    private readonly service: Answering,
    readonly member: Member,
    private readonly listIds: readonly number[],
  ) {}

  /** A list has changed. */
  hear(listId: number) {
    if (this.listIds.includes(listId)) this.#stale.add(listId)
  }

  /** Whatever it shows may have changed. */
  doubtAll() {
    for (const listId of this.listIds) this.#stale.add(listId)
  }

  async refresh() {
    const stale = [...this.#stale]
    this.#stale.clear()
    for (const listId of stale) {
      const { status, body } = await ask<{ items: Item[] }>(this.service, this.member, `GET /api/lists/${listId}/items`)
      if (status === 200) this.shown.set(listId, body.items)
      else this.shown.delete(listId)
    }
  }
}
