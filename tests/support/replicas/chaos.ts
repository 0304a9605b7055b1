import { join } from 'node:path'
import { BusServer } from '../bus-server'
import { openDiary } from '../diary'
import { startPushReceiver } from '../push-receiver'
import { randomFrom } from '../random-from'
import { servers } from '../servers'
import { serviceEnvironment } from '../service'
import { BusyHousehold } from './busy-household'
import { startCluster } from './cluster'
import { busFaults, type Done, describeFault, type Harm, harmOneByOne, serviceFaults, type Target } from './faults'
import { ReplicaProcess } from './replica-process'

const ROUND_MS = 12_000

export interface ChaosOptions {
  /** Of the work and of the faults; when which fault meets which request is the machine's. */
  seed: number
  services: number
  /** At least; it ends with a round. */
  durationMs: number
  /** Whether what was done shows something; a slow machine needs more rounds for it. Unset: it does. */
  isEnough?: (done: ChaosReport) => boolean
  /** In place of the run's MariaDB a cluster of three nodes, which are harmed one at a time. */
  isClustered?: boolean
  /** The tree of a former version in which the services start; each keeps it until it is ended in good order. */
  former?: string | null
}

export interface ChaosReport {
  operations: number
  /** Requests that were sent again to another service. */
  repeated: number
  /** Answers of 503 while a node of the database was harmed. */
  refused: number
  /** Streams that went on with Last-Event-ID. */
  resumed: number
  /** Reminders on devices, each of which came once and in time. */
  reminders: number
  /** Those of which only that is known that they came once or not at all: their process was harmed as it sent them. */
  perhapsReminded: number
  /** Services that still are of the former version. */
  former: number
  faults: string[]
}

/**
 * Several services on one database and one bus, which are killed, stopped and frozen while members write to lists and
 * calendars; after each round of faults everything that was acknowledged must stand there once and in order, on every
 * screen and on the calendar server, and every reminder must have reached each device once.
 */
export async function runChaos({
  seed,
  services,
  durationMs,
  isEnough = () => true,
  isClustered,
  former = null,
}: ChaosOptions): Promise<ChaosReport> {
  const cluster = isClustered ? await startCluster() : null
  const diary = await openDiary({ at: new Date().toISOString(), database: cluster?.database })
  const bus = await BusServer.start()
  const receiver = await startPushReceiver()
  const replicas: ReplicaProcess[] = []
  let household: BusyHousehold | null = null
  try {
    const certificate = join(await servers.folder('push'), 'cert.pem')
    await Bun.write(certificate, receiver.ca)
    const env = serviceEnvironment(diary.config.database, {
      ...receiver.env,
      CALDAV_URL: diary.proxy.url,
      REPLICA_BUS_URL: bus.url,
      NODE_EXTRA_CA_CERTS: certificate,
    })
    for (let count = 0; count < services; count++) replicas.push(await ReplicaProcess.start(env, former))
    household = await BusyHousehold.move(diary, receiver, replicas, seed)
    const others = [[{ name: 'bus', faults: busFaults(bus) }], ...(cluster === null ? [] : [cluster.targets])]
    const faults: Done[] = []
    const report = () => ({
      faults: faults.map(describeFault),
      former: replicas.filter(({ isFormer }) => isFormer).length,
      ...household!.counts,
    })
    const end = performance.now() + durationMs
    for (let round = 0, isLast = false; !isLast; round++) {
      const until = performance.now() + ROUND_MS
      const earlier = faults.length
      const doing = { random: randomFrom(seed + 1_000 * (round + 1)), until, done: faults }
      try {
        await Promise.all([harmAll(replicas, others, doing), household.work(until)])
        await household.expectWhole(faults)
        await household.expectReminded(faults)
        isLast = performance.now() >= end && isEnough(report())
        if (isLast) await household.expectAllReminded(faults)
      } catch (error) {
        const lines = replicas.map((replica) => replica.lines.filter(({ level }) => level !== 'info').slice(-20))
        const done = faults.slice(earlier).map(describeFault)
        const said = JSON.stringify(lines, null, 1)
        throw new Error(`SEED=${seed}, round ${round}, ${done.join(', ')}: ${error}\n${said}`, { cause: error })
      }
    }
    return report()
  } finally {
    await household?.leave()
    for (const replica of replicas) {
      replica.thaw()
      await replica.kill()
    }
    bus.thaw()
    await bus.kill()
    await receiver.stop()
    await diary.close()
  }
}

/** One lane fewer than there are services: one of them lives at any moment. The others have a lane for each kind. */
async function harmAll(
  replicas: readonly ReplicaProcess[],
  others: readonly (readonly Target[])[],
  harm: Omit<Harm, 'harmed'>,
) {
  const harmed = new Set<Target>()
  const services = replicas.map((replica, index) => ({ name: `service ${index}`, faults: serviceFaults(replica) }))
  const lanes = [...replicas.slice(1).map(() => services), ...others]
  await Promise.all(lanes.map((targets) => harmOneByOne(targets, { ...harm, harmed })))
}
