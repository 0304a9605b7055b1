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
import { BusServer } from '../bus-server'
import type { Member } from '../cast'
import { slowness } from '../cpu'
import { type Diary, openDiary } from '../diary'
import { randomFrom } from '../random-from'
import { serviceEnvironment } from '../service'
import { busFaults, type Harm, harmOneByOne, serviceFaults, type Target } from './faults'
import { FollowedStream } from './followed-stream'
import { OwnCalendar } from './own-calendar'
import { OwnList } from './own-list'
import { ReplicaProcess } from './replica-process'
import { RoundRobin } from './round-robin'

const LISTS = 4
/** Each member with a second device. */
const DEVICES = 2
const ROUND_MS = 12_000
const OPEN_WITHIN_MS = 15_000
const CONVERGED_WITHIN_MS = 2_000
/** What a process left behind is taken up, and what was unclear tried again. */
const WRITTEN_WITHIN_MS = 60_000
const PAUSE_MS = 50

export interface ChaosOptions {
  /** Of the work and of the faults; when which fault meets which request is the machine's. */
  seed: number
  services: number
  durationMs: number
}

export interface ChaosReport {
  operations: number
  /** Requests that were sent again to another service. */
  repeated: number
  /** Streams that went on with Last-Event-ID. */
  resumed: number
  faults: string[]
}

/**
 * Several services on one database and one bus, which are killed, stopped and frozen while members write to lists and
 * calendars; after each round of faults everything that was acknowledged must stand there once and in order, on every
 * screen and on the calendar server.
 */
export async function runChaos({ seed, services, durationMs }: ChaosOptions): Promise<ChaosReport> {
  const diary = await openDiary({ at: new Date().toISOString() })
  const bus = await BusServer.start()
  const replicas: ReplicaProcess[] = []
  let household: ChaosHousehold | null = null
  try {
    const env = serviceEnvironment(diary.config.database, { CALDAV_URL: diary.proxy.url, REPLICA_BUS_URL: bus.url })
    for (let count = 0; count < services; count++) replicas.push(await ReplicaProcess.start(env))
    household = await ChaosHousehold.move(diary, replicas, seed)
    const faults: string[] = []
    const end = performance.now() + durationMs
    for (let round = 0; performance.now() < end; round++) {
      const until = Math.min(performance.now() + ROUND_MS, end)
      const done: string[] = []
      const doing = { random: randomFrom(seed + 1_000 * (round + 1)), until, done }
      try {
        await Promise.all([harmAll(replicas, bus, doing), household.work(until)])
        await household.expectWhole()
      } catch (error) {
        const lines = replicas.map((replica) => replica.lines.filter(({ level }) => level !== 'info').slice(-20))
        const said = JSON.stringify(lines, null, 1)
        throw new Error(`SEED=${seed}, round ${round}, ${done.join(', ')}: ${error}\n${said}`, { cause: error })
      }
      faults.push(...done)
    }
    return { faults, ...household.counts }
  } finally {
    await household?.leave()
    for (const replica of replicas) {
      replica.thaw()
      await replica.kill()
    }
    bus.thaw()
    await bus.kill()
    await diary.close()
  }
}

/** One lane fewer than there are services: one of them lives at any moment. */
async function harmAll(replicas: readonly ReplicaProcess[], bus: BusServer, harm: Omit<Harm, 'harmed'>) {
  const harmed = new Set<Target>()
  const services = replicas.map((replica, index) => ({ name: `service ${index}`, faults: serviceFaults(replica) }))
  const lanes = [...replicas.slice(1).map(() => services), [{ name: 'bus', faults: busFaults(bus) }]]
  await Promise.all(lanes.map((targets) => harmOneByOne(targets, { ...harm, harmed })))
}

/** The members of a household at work, each with devices of their own. */
class ChaosHousehold {
  #operations = 0

  private constructor(
    private readonly diary: Diary,
    private readonly service: RoundRobin,
    private readonly lists: readonly List[],
    private readonly groceries: List,
    private readonly clients: readonly Client[],
    private readonly streams: readonly FollowedStream[],
    private readonly own: readonly OwnList[],
    private readonly calendars: readonly OwnCalendar[],
  ) {}

  static async move(diary: Diary, replicas: readonly ReplicaProcess[], seed: number): Promise<ChaosHousehold> {
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
    for (const who of ['ada', 'ben'] as const) {
      const random = randomFrom(seed + 100 + calendars.length)
      calendars.push(new OwnCalendar(service, who, diary.cast[who], await diary.calendar(who), random))
    }
    return new ChaosHousehold(diary, service, lists, groceries, clients, streams, own, calendars)
  }

  get counts() {
    const resumed = this.streams.reduce((sum, stream) => sum + stream.resumed, 0)
    return { operations: this.#operations, repeated: this.service.repeated, resumed }
  }

  /** Every device does one thing after the other until the time is over; resolves when the last is acknowledged. */
  async work(until: number) {
    const workers = [...this.clients, ...this.own, ...this.calendars]
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

  /** Everything that was acknowledged is there once and in order, on every screen. The work rests meanwhile. */
  async expectWhole() {
    expect(this.service.failures).toEqual([])
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
    expect(this.service.failures).toEqual([])
  }

  async leave() {
    await Promise.all(this.streams.map((stream) => stream.close()))
  }

  async #expectShown(stored: Stored) {
    for (const { screen } of this.clients) await screen.refresh()
    await expectOneOrder(this.service, stored, this.lists, this.clients)
  }
}

/** Until it holds. @throws what does not hold when the time is over */
async function eventually(what: string, milliseconds: number, holds: () => Promise<void>) {
  const limit = milliseconds * slowness()
  const deadline = performance.now() + limit
  for (;;) {
    try {
      return await holds()
    } catch (error) {
      if (performance.now() > deadline) throw new Error(`${what}: not within ${Math.round(limit)} ms`, { cause: error })
    }
    await Bun.sleep(PAUSE_MS)
  }
}
