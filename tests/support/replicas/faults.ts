import type { BusServer } from '../bus-server'
import type { ReplicaProcess } from './replica-process'

type Random = (below: number) => number

/** Something that can be harmed. Each fault is over when it resolves. */
export type Fault = (random: Random) => Promise<void>

/** A process that others take for dead is silent for more than six seconds. */
const TAKEN_FOR_DEAD_MS = 7_000

const between = (random: Random, least: number, most: number) => least + random(most - least)

/** What befalls a service: SIGKILL, SIGTERM, and SIGSTOP for shorter and longer than others wait for it. */
export function serviceFaults(replica: ReplicaProcess): Record<string, Fault> {
  const freeze = async (milliseconds: number) => {
    replica.freeze()
    await Bun.sleep(milliseconds)
    replica.thaw()
  }
  return {
    kill: async (random) => {
      await replica.kill()
      await Bun.sleep(between(random, 0, 2_000))
      await replica.start()
    },
    restart: async () => {
      await replica.stop()
      await replica.start()
    },
    freeze: (random) => freeze(between(random, 500, 4_000)),
    'freeze long': (random) => freeze(between(random, TAKEN_FOR_DEAD_MS, TAKEN_FOR_DEAD_MS + 2_000)),
  }
}

export function busFaults(bus: BusServer): Record<string, Fault> {
  return {
    kill: async (random) => {
      await bus.kill()
      await Bun.sleep(between(random, 0, 3_000))
      await bus.start()
    },
    freeze: async (random) => {
      bus.freeze()
      await Bun.sleep(between(random, 500, 4_000))
      bus.thaw()
    },
  }
}

/** One thing that is harmed, and how. */
export interface Target {
  name: string
  faults: Record<string, Fault>
}

export interface Harm {
  random: Random
  /** By the clock of `performance`. */
  until: number
  /** What others harm at the moment. */
  harmed: Set<Target>
  /** Gets every fault in words when it begins. */
  done: string[]
}

/** Harms one target after the other, none that another lane harms, until the time is over; resolves when the last fault is. */
export async function harmOneByOne(targets: readonly Target[], { random, until, harmed, done }: Harm): Promise<void> {
  for (;;) {
    await Bun.sleep(between(random, 200, 1_500))
    if (performance.now() > until) return
    const unharmed = targets.filter((target) => !harmed.has(target))
    const target = unharmed[random(unharmed.length)]!
    const names = Object.keys(target.faults)
    const name = names[random(names.length)]!
    done.push(`${target.name} ${name}`)
    harmed.add(target)
    await target.faults[name]!(random)
    harmed.delete(target)
  }
}
