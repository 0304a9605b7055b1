import { expect } from 'bun:test'
import { expectSums } from '../../features/lists/ledger'
import { Client } from '../../features/lists/random-client'
import {
  expectHeardOnce,
  expectNothingLost,
  expectOneOrder,
  readStored,
  type Stored,
} from '../../features/lists/random-outcome'
import { Screen } from '../../features/lists/screen'
import { type List, shopping } from '../../features/lists/shopping'
import type { Member } from '../cast'
import { slowness } from '../cpu'
import type { Diary } from '../diary'
import { watchStalls } from '../event-loop'
import type { PushReceiver } from '../push-receiver'
import { randomFrom } from '../random-from'
import { type Done, mayRefuse, mayUnsettle } from './faults'
import { FollowedStream } from './followed-stream'
import { OwnCalendar } from './own-calendar'
import { OwnList } from './own-list'
import { OwnReminders } from './own-reminders'
import { Phone } from './phone'
import type { Fate } from './reminder-fate'
import type { ReplicaProcess } from './replica-process'
import { RoundRobin } from './round-robin'

const LISTS = 4
/** Each member with a second device. */
const DEVICES = 2
const OPEN_WITHIN_MS = 15_000
const CONVERGED_WITHIN_MS = 2_000
/** What a process left behind is taken up, and what was unclear tried again. */
const WRITTEN_WITHIN_MS = 60_000
const PAUSE_MS = 50
const REMINDERS_PAUSE_MS = 500
/** The most that a reminder may be late. */
const REMINDER_LATE_MS = 60_000
/** A lease, and a beat of whoever takes the work over. */
const TAKEN_OVER_MS = 8_000
/** By then what is sent to a push service has an answer, or will have none. */
const ANSWERED_WITHIN_MS = 15_000
const WITH_CALENDARS = ['ada', 'ben'] as const

/** The members of a household at work, each with devices of their own. */
export class BusyHousehold {
  #operations = 0
  #fates: readonly Fate[] = []

  private constructor(
    private readonly diary: Diary,
    private readonly replicas: readonly ReplicaProcess[],
    private readonly service: RoundRobin,
    private readonly lists: readonly List[],
    private readonly groceries: List,
    private readonly clients: readonly Client[],
    private readonly streams: readonly FollowedStream[],
    private readonly own: readonly OwnList[],
    private readonly calendars: readonly OwnCalendar[],
    private readonly reminders: readonly OwnReminders[],
  ) {}

  /** @param receiver the push service of its phones */
  static async move(
    diary: Diary,
    receiver: PushReceiver,
    replicas: readonly ReplicaProcess[],
    seed: number,
  ): Promise<BusyHousehold> {
    const service = new RoundRobin(replicas)
    const members = Object.values(diary.cast)
    const shop = shopping(service)
    const lists: List[] = []
    for (let index = 0; index < LISTS; index++) lists.push(await shop.create(members[index % members.length]!))
    const groceries = await shop.create(members[0]!, { name: 'Shop', kind: 'shopping' })
    const own: OwnList[] = []
    const clients: Client[] = []
    const streams: FollowedStream[] = []
    for (let index = 0; index < DEVICES * members.length; index++) {
      const member: Member = members[index % members.length]!
      const random = randomFrom(seed + index)
      own.push(await OwnList.make(service, member, random))
      const screen = new Screen(
        service,
        member,
        [...lists, groceries].map(({ id }) => id),
      )
      const first = index % replicas.length
      streams.push(
        new FollowedStream({
          services: [...replicas.slice(first), ...replicas.slice(0, first)],
          path: '/api/sse/lists',
          cookie: member.cookie,
          hear: ({ data }) => screen.hear(Number(data.listId)),
          onDoubt: () => screen.doubtAll(),
        }),
      )
      clients.push(new Client(service, screen, lists, groceries, random))
    }
    const calendars: OwnCalendar[] = []
    const reminders: OwnReminders[] = []
    for (const [index, who] of WITH_CALENDARS.entries()) {
      const member = diary.cast[who]
      const random = randomFrom(seed + 100 + index)
      calendars.push(new OwnCalendar(service, who, member, await diary.calendar(who), random))
      const phones: Phone[] = []
      for (let count = 0; count < DEVICES; count++) phones.push(await Phone.add(service, receiver, member, random))
      reminders.push(new OwnReminders(service, member, phones, await diary.calendar(who), random))
    }
    return new BusyHousehold(diary, replicas, service, lists, groceries, clients, streams, own, calendars, reminders)
  }

  get counts() {
    const resumed = this.streams.reduce((sum, stream) => sum + stream.resumed, 0)
    const countOf = (fate: Fate) => this.#fates.filter((one) => one === fate).length
    return {
      operations: this.#operations,
      repeated: this.service.repeated,
      refused: this.service.failures.length,
      resumed,
      reminders: countOf('sent'),
      perhapsReminded: countOf('perhaps sent'),
    }
  }

  /** Every device does one thing after the other until the time is over; resolves when the last is acknowledged. */
  async work(until: number) {
    const workers = [...this.clients, ...this.own, ...this.calendars, ...this.reminders]
    await Promise.all(
      workers.map(async (worker) => {
        while (performance.now() < until) {
          await worker.operate()
          this.#operations++
          await Bun.sleep(PAUSE_MS)
        }
      }),
    )
  }

  /**
   * Everything that was acknowledged is there once and in order, on every screen. The work rests meanwhile.
   * @param faults all that there have been
   */
  async expectWhole(faults: readonly Done[]) {
    this.#expectServed(faults)
    const open = () => this.streams.every(({ isOpen }) => isOpen)
    await eventually('every stream is open', OPEN_WITHIN_MS, async () => expect(open()).toBe(true))
    const stored = await readStored(this.diary.config.database)
    expectNothingLost(stored, this.lists, this.clients)
    for (const list of this.own) list.expectStored(stored.items.filter(({ list_id }) => list_id === list.id) as never)
    const lines = this.clients.flatMap((client) => [...client.lines.values()])
    expectSums(lines, await shopping(this.service).items(this.diary.cast.ada, this.groceries.id))
    await eventually('every stream has converged', CONVERGED_WITHIN_MS, () => this.#expectShown(stored))
    expectHeardOnce(this.lists, stored)
    await eventually('every event is written', WRITTEN_WITHIN_MS, async () => {
      const rows = await this.diary.rows()
      expect(rows.filter(({ status }) => status !== 'done').map(({ uid, status }) => `${uid} ${status}`)).toEqual([])
    })
    for (const calendar of this.calendars) await calendar.expectOnServer()
    this.#expectServed(faults)
  }

  /**
   * No reminder was lost, doubled or too late so far.
   * @param faults all that there have been
   */
  async expectReminded(faults: readonly Done[]) {
    const slow = slowness()
    const answeredMs = ANSWERED_WITHIN_MS * slow
    const bounds = {
      // Each service may be harmed just when it has taken over.
      lateMs: REMINDER_LATE_MS + this.replicas.length * TAKEN_OVER_MS * slow,
      answeredMs,
      wasHarmedAfter: (createdAt: number) =>
        faults.some((fault) => mayUnsettle(fault) && Math.abs(fault.at - createdAt) < answeredMs),
    }
    const fates: Fate[] = []
    for (const own of this.reminders) fates.push(...(await own.fates(this.diary.ctx, bounds)))
    this.#fates = fates
  }

  /** The same, once every reminder has come or is known to have been under way in a process that was harmed. */
  async expectAllReminded(faults: readonly Done[]) {
    do {
      await Bun.sleep(REMINDERS_PAUSE_MS)
      await this.expectReminded(faults)
    } while (this.#fates.includes('not yet'))
  }

  async leave() {
    await Promise.all(this.streams.map((stream) => stream.close()))
  }

  #expectServed(faults: readonly Done[]) {
    const unexplained = this.service.failures.filter(({ status, at }) => status !== 503 || !mayRefuse(faults, at))
    expect(unexplained.map(({ at, answered }) => `${new Date(at).toISOString()} ${answered}`)).toEqual([])
  }

  async #expectShown(stored: Stored) {
    for (const { screen } of this.clients) await screen.refresh()
    await expectOneOrder(this.service, stored, this.lists, this.clients)
  }
}

/** Until it holds; the time for which the machine gave no turn does not count. @throws what does not hold when it is over */
async function eventually(what: string, milliseconds: number, holds: () => Promise<void>) {
  const limit = milliseconds * slowness()
  let deadline = performance.now() + limit
  let stalls = watchStalls()
  for (;;) {
    try {
      await holds()
      stalls.stop()
      return
    } catch (error) {
      if (performance.now() > deadline) {
        const stalledMs = stalls.stop()
        if (stalledMs < PAUSE_MS) throw new Error(`${what}: not within ${Math.round(limit)} ms`, { cause: error })
        deadline = performance.now() + stalledMs
        stalls = watchStalls()
      }
    }
    await Bun.sleep(PAUSE_MS)
  }
}
