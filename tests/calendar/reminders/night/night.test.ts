import { afterEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { done, snooze } from '../../../../src/calendar/reminders'
import type { CastName } from '../../../support/cast'
import type { ReceiverDevice } from '../../../support/push-receiver'
import { serviceEnvironment } from '../../../support/service'
import { Story } from '../story'
import { CAST, CHILDREN, Night, textOf } from './plans'

const MINUTE = 60_000
/** The longest that two ticks may lie apart without a loss. */
const STEP = 2 * MINUTE
const SEED = Number(process.env.NIGHT_SEED ?? 20_261_024)

let story: Story
afterEach(() => story.close())

interface Phone {
  name: string
  who: CastName
  device: ReceiverDevice
}

/** Another process on the same database, which ticks when it is told to. */
class Process {
  #running: ReturnType<Process['start']>

  constructor(private readonly zone: string) {
    this.#running = this.start()
  }

  async tick(at: number): Promise<void> {
    const { child, lines } = this.#running
    child.stdin.write(`${new Date(at).toISOString()}\n`)
    child.stdin.flush()
    await lines.next()
  }

  /** Ended without a chance to tidy up, and started anew. */
  async restart(): Promise<void> {
    await this.stop()
    this.#running = this.start()
  }

  async stop(): Promise<void> {
    this.#running.child.kill('SIGKILL')
    await this.#running.child.exited
  }

  private start() {
    const { receiver, household } = story
    const env = serviceEnvironment(household.config.database, {
      ...receiver.env,
      PUSH_CA: receiver.ca,
      TZ: this.zone,
    })
    const child = Bun.spawn([process.execPath, join(import.meta.dir, 'ticking.ts')], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    return { child, lines: linesOf(child.stdout) }
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array>) {
  const decoder = new TextDecoder()
  for await (const bytes of stream) for (const line of decoder.decode(bytes).trim().split('\n')) yield line
}

/** What a person expects of all devices, minute by minute; told of what they do to notifications. */
class Expectation {
  readonly #snoozed = new Map<string, { phone: Phone; tag: string; due: number }>()
  readonly expected: string[] = []

  constructor(night: Night, phones: readonly Phone[]) {
    for (const phone of phones) {
      const { who } = phone
      for (const plan of night.plans.filter((one) => night.isFor(who, one))) {
        for (const start of night.startsOf(plan)) {
          const at = night.momentOf(who, start, plan.leadMinutes)
          if (at !== null) this.#expectFrom(at, night, phone, `${plan.uid}:${start}`)
        }
      }
      const morning = night.morningOf(who)
      if (morning !== null) this.#expectFrom(morning.at, night, phone, morning.tag)
    }
  }

  /** At the first tick from then on. */
  #expectFrom(at: number, { from, to }: Night, phone: Phone, tag: string) {
    const tick = from + Math.ceil((at - from) / STEP) * STEP
    if (at >= from - MINUTE && tick <= to) this.#expect(tick, phone, tag)
  }

  #expect(at: number, { name }: Phone, tag: string) {
    this.expected.push(lineOf(at, name, tag))
  }

  snooze(at: number, phone: Phone, tag: string) {
    this.#snoozed.set(`${phone.name} ${tag}`, { phone, tag, due: at + 10 * MINUTE })
  }

  done(who: CastName, tag: string) {
    for (const [key, one] of this.#snoozed) if (one.phone.who === who && one.tag === tag) this.#snoozed.delete(key)
  }

  tick(at: number) {
    for (const [key, { phone, tag, due }] of this.#snoozed) {
      if (due > at) continue
      this.#snoozed.delete(key)
      this.#expect(at, phone, tag)
    }
  }
}

const lineOf = (at: number, name: string, tag: string) => `${new Date(at).toISOString()} ${name} ${tag}`

describe.each([
  ['Europe/Berlin', '2026-10-24', 0],
  ['America/New_York', '2027-03-13', 1],
])('a night in %s from %s on', (zone, day, more) => {
  test('brings everybody what they want, once on each device, from two processes that come and go', async () => {
    const night = Night.of(zone, day, SEED + more)
    story = await Story.open({ zone, at: new Date(night.from).toISOString() })
    const { cast } = story
    for (const [name, managers] of Object.entries(CHILDREN)) {
      await story.child(name, ...managers.map((manager) => cast[manager]))
    }
    for (const plan of night.plans) await story.cache(plan.calendar, textOf(plan), plan.uid)
    const phones: Phone[] = []
    for (const who of CAST) {
      await story.wants(cast[who], night.wishes[who])
      for (let count = 0; count <= night.below(2); count++) {
        phones.push({ name: `${who}-${count}`, who, device: await story.phone(cast[who]) })
      }
    }
    const expectation = new Expectation(night, phones)
    const processes = [new Process(zone), new Process(zone)]
    const received: string[] = []
    const seen = new Map(phones.map(({ name }) => [name, 0]))

    for (let at = night.from; at <= night.to; at += STEP) {
      story.household.clock.set(new Date(at).toISOString())
      expectation.tick(at)
      const ticking = night.pick([processes, processes.slice(0, 1), processes.slice(1)])
      await Promise.all(ticking.map((one) => one.tick(at)))
      for (const { name, device } of phones) {
        for (const { payload } of device.received.slice(seen.get(name)!)) received.push(lineOf(at, name, payload.tag))
        seen.set(name, device.received.length)
      }
      const phone = night.pick(phones)
      const tag = phone.device.received.at(-1)?.payload.tag
      const fate = night.below(12)
      if (tag !== undefined && fate < 3) {
        await snooze(story.ctx, cast[phone.who].id, tag, phone.device.endpoint)
        expectation.snooze(at, phone, tag)
      }
      if (tag !== undefined && fate === 3) {
        await done(story.ctx, cast[phone.who].id, tag)
        expectation.done(phone.who, tag)
      }
      if (night.below(40) === 0) await night.pick(processes).restart()
    }
    for (const one of processes) await one.stop()

    expect(received.toSorted()).toEqual(expectation.expected.toSorted())
    expect(received.length).toBeGreaterThan(80)
    expect(story.receiver.problems).toEqual([])
  })
})
