import { type GaleraNode, type LocalGalera, untilWhole } from '../../../scripts/local/galera'
import type { BusServer } from '../bus-server'
import type { ReplicaProcess } from './replica-process'

type Random = (below: number) => number

/** Something that can be harmed. Each fault is over when it resolves. */
export type Fault = (random: Random) => Promise<void>

/** A process that others take for dead is silent for more than six seconds. */
const TAKEN_FOR_DEAD_MS = 7_000

/** What was asked in a fault is answered within five seconds. */
const ANSWERED_MS = 5_000

const between = (random: Random, least: number, most: number) => least + random(most - least)

/** What befalls a service: SIGKILL, SIGTERM after which it is of this version, and SIGSTOP for shorter and longer than others wait for it. */
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
    // What a rolling upgrade does to each, one after the other.
    restart: async () => {
      await replica.stop()
      await replica.upgrade()
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

/** What befalls a node of a cluster, which goes on with two; over once the three of them are one again. */
export function nodeFaults(node: GaleraNode, nodes: LocalGalera['nodes']): Record<string, Fault> {
  const untilOver = async () => {
    await untilWhole(nodes)
    await Bun.sleep(ANSWERED_MS)
  }
  return {
    kill: async (random) => {
      await node.kill()
      await Bun.sleep(between(random, 1_000, 3_000))
      await node.restart()
      await untilOver()
    },
    // Shorter and longer than the others wait for it.
    freeze: async (random) => {
      const { pid } = node.server!
      process.kill(pid, 'SIGSTOP')
      await Bun.sleep(between(random, 500, 4_000))
      process.kill(pid, 'SIGCONT')
      await untilOver()
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
  /** Gets every fault when it begins. */
  done: Done[]
}

/** A fault that has begun. */
export interface Done {
  target: string
  fault: string
  /** Epoch milliseconds. */
  at: number
  /** Unset while it lasts. */
  endedAt?: number
}

/** Whether a fault may leave a message of which nobody knows whether it was sent. */
export const mayUnsettle = ({ target, fault }: Done) => target !== 'bus' && fault !== 'restart'

/** Whether a write may be refused for the moment: in that of a node's fault, as deploy/replicas says. */
export const mayRefuse = (done: readonly Done[], at: number) =>
  done.some((one) => one.target.startsWith('node') && at > one.at && at < (one.endedAt ?? Infinity))

export const describeFault = ({ target, fault, at }: Done) => `${new Date(at).toISOString()} ${target} ${fault}`

/** Harms one target after the other, none that another lane harms, until the time is over; resolves when the last fault is. */
export async function harmOneByOne(targets: readonly Target[], { random, until, harmed, done }: Harm): Promise<void> {
  for (;;) {
    await Bun.sleep(between(random, 200, 1_500))
    if (performance.now() > until) return
    const unharmed = targets.filter((target) => !harmed.has(target))
    const target = unharmed[random(unharmed.length)]!
    const names = Object.keys(target.faults)
    const name = names[random(names.length)]!
    const fault: Done = { target: target.name, fault: name, at: Date.now() }
    done.push(fault)
    harmed.add(target)
    await target.faults[name]!(random)
    fault.endedAt = Date.now()
    harmed.delete(target)
  }
}
