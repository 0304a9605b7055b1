import { afterAll, beforeAll, beforeEach } from 'bun:test'
import { listItems } from '../../../src/platform/db/schema'
import { type Cast, seatCast } from '../../support/cast'
import { type Household, openHousehold } from '../../support/household'
import { shopping, textsOf } from './shopping'

/** A household for one test file, and before each test a new list of Ada's that everybody shares. */
export class Basket {
  household!: Household
  cast!: Cast
  shop!: ReturnType<typeof shopping>
  listId!: number

  open(options: Parameters<typeof openHousehold>[0] = {}) {
    beforeAll(async () => {
      this.household = await openHousehold(options)
      this.cast = await seatCast(this.household.ctx)
      this.shop = shopping(this.household)
    })
    afterAll(() => this.household.close())
    beforeEach(async () => {
      this.household.clock.set('2026-11-20T12:00:00Z')
      this.listId = (await this.shop.create(this.cast.ada)).id
    })
    return this
  }

  /** Puts items with these ranks into the list, as if clients had placed them; a name in brackets is checked. */
  async place(...placed: [text: string, rank: string][]) {
    const now = this.household.ctx.now()
    for (const [text, rank] of placed) {
      const values = { listId: this.listId, text, checked: text.startsWith('['), rank, createdAt: now, updatedAt: now }
      await this.household.ctx.db.insert(listItems).values(values)
    }
  }

  async order() {
    return textsOf(await this.shop.items(this.cast.ben, this.listId))
  }

  async named(text: string) {
    return (await this.shop.items(this.cast.ada, this.listId)).find((item) => item.text === text)!
  }
}
