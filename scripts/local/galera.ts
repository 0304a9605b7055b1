import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RowDataPacket } from 'mysql2/promise'
import { type LocalMariadb, startMariadb } from './mariadb'
import { findProgram, freePort } from './process'

const PROVIDERS = ['/usr/lib/galera/libgalera_smm.so', '/usr/lib64/galera-4/libgalera_smm.so']
const provider = () => PROVIDERS.find((path) => existsSync(path))

/** Why no cluster can be started here; null: it can. */
export const whyNoGalera = () => (provider() === undefined ? 'apt-get install galera-4' : null)

export interface GaleraNode {
  port: number
  /** Null while it is down. */
  server: LocalMariadb | null
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>
  /**
   * Lets it join the cluster again with the data it had when it ended, as `galera_recovery` does. Returns how far these
   * were in the cluster's history.
   */
  restart(): Promise<number>
}

export interface LocalGalera {
  nodes: readonly [GaleraNode, GaleraNode, GaleraNode]
  password: string
  stop(): Promise<void>
}

/**
 * Debian's core package lacks the scripts of state transfer. For an incremental one this is enough: the joiner's answer
 * is a path, at which the donor leaves the position (MariaDB, "Introduction to State Snapshot Transfers").
 */
const METHOD = 'incremental'
const TRANSFER = `#!/bin/sh
role= address= data= gtid= bypass=
while [ $# -gt 0 ]; do
  case "$1" in
    --role) role=$2; shift ;;
    --address) address=$2; shift ;;
    --datadir) data=$2; shift ;;
    --gtid) gtid=$2; shift ;;
    --bypass) bypass=1 ;;
  esac
  shift
done
if [ "$role" = donor ]; then
  [ -n "$bypass" ] || exit 1
  echo "$gtid" > "$address.draft" && mv "$address.draft" "$address"
  echo "done $gtid"
else
  rm -f "$data/position"
  echo "ready $data/position"
  until [ -f "$data/position" ]; do sleep 0.05; done
  cat "$data/position"
fi
`
/** A node that is gone is given up after two seconds, as deploy/replicas has it; the default is five. */
const QUICK =
  'evs.suspect_timeout=PT2S; evs.inactive_timeout=PT6S; evs.install_timeout=PT6S; evs.keepalive_period=PT0.5S'

/**
 * Starts a private cluster of three nodes on loopback that takes no table without a primary key. All start with copies of
 * the same data, so that what a node lacks is in the others' write-set caches; `template` keeps these data, and
 * `emptyTemplate` those of a single server. Both are made on first use.
 * @throws when a node does not join
 */
export async function startGalera(options: {
  folder: string
  template: string
  emptyTemplate: string
}): Promise<LocalGalera> {
  const { folder, template } = options
  if (!existsSync(join(template, 'grastate.dat'))) await makeTemplate(options)
  const scripts = join(folder, 'bin')
  await mkdir(scripts, { recursive: true })
  await writeFile(join(scripts, `wsrep_sst_${METHOD}`), TRANSFER, { mode: 0o755 })
  const ports = await Promise.all([0, 1, 2].map(async () => ({ group: await freePort(), transfer: await freePort() })))
  const password = randomBytes(24).toString('hex')
  const nodes: GaleraNode[] = []
  for (const index of ports.keys()) {
    const at = { folder: join(folder, String(index)), template, scripts, password, ports, index }
    nodes.push(await startNode(at))
  }
  return {
    nodes: nodes as unknown as LocalGalera['nodes'],
    password,
    stop: async () => {
      await Promise.all(nodes.map((node) => node.kill()))
    },
  }
}

interface NodeOptions {
  folder: string
  template: string
  scripts: string
  /** Of root, the same at every node; unset: one of its own. */
  password?: string
  /** Of all nodes. */
  ports: readonly { group: number; transfer: number }[]
  /** Which of them this is; the first founds the cluster. */
  index: number
}

/** Only data that a node has written tell their position in the cluster's history. */
async function makeTemplate({
  folder,
  template,
  emptyTemplate,
}: {
  folder: string
  template: string
  emptyTemplate: string
}) {
  const ports = [{ group: await freePort(), transfer: await freePort() }]
  const at = join(folder, 'template')
  const node = await startNode({ folder: at, template: emptyTemplate, scripts: at, ports, index: 0 })
  await node.server!.stop()
  const draft = `${template}.${process.pid}`
  await cp(join(at, 'data'), draft, { recursive: true })
  await writeFile(join(draft, 'grastate.dat'), await foundingState(at))
  await rm(join(draft, 'galera.cache'), { force: true })
  await rename(draft, template).catch(() => rm(draft, { recursive: true, force: true }))
}

/** Lets whichever node starts first found the cluster. */
const foundingState = async (folder: string) =>
  (await readFile(join(folder, 'data/grastate.dat'), 'utf8')).replace(/safe_to_bootstrap: 0/, 'safe_to_bootstrap: 1')

async function startNode({ folder, template, scripts, password, ports, index }: NodeOptions): Promise<GaleraNode> {
  await mkdir(folder, { recursive: true })
  const { group, transfer } = ports[index]!
  const port = await freePort()
  const args = [
    '--wsrep-on=ON',
    `--wsrep-provider=${provider()}`,
    '--wsrep-cluster-name=corkboard',
    `--wsrep-cluster-address=gcomm://${ports.map((each) => `127.0.0.1:${each.group}`).join(',')}`,
    '--wsrep-node-address=127.0.0.1',
    `--wsrep-node-name=node${index}`,
    `--wsrep-provider-options=${providerOptions(group, transfer)}`,
    `--wsrep-sst-method=${METHOD}`,
    '--wsrep-mode=REQUIRED_PRIMARY_KEY',
    '--binlog-format=ROW',
    '--innodb-autoinc-lock-mode=2',
  ]
  const env = { ...process.env, PATH: `${scripts}:${process.env.PATH}` } as Record<string, string>
  if (password !== undefined) await writeFile(join(folder, 'password'), password, { mode: 0o600 })
  const start = (more: string[]) =>
    startMariadb({ folder, port, template, disposable: true, args: [...args, ...more], env })
  const node: GaleraNode = {
    port,
    server: await start(index === 0 ? ['--wsrep-new-cluster'] : []),
    kill: async () => {
      await node.server?.kill()
      node.server = null
    },
    restart: async () => {
      const position = await positionAfterCrash(folder)
      node.server = await start([`--wsrep-start-position=${position}`])
      await untilSynced(node)
      return Number(position.split(':').at(-1))
    },
  }
  await untilSynced(node)
  return node
}

const providerOptions = (group: number, transfer: number) =>
  [
    `base_port=${group}`,
    `gmcast.listen_addr=tcp://127.0.0.1:${group}`,
    `ist.recv_addr=127.0.0.1:${transfer}`,
    'gcache.size=16M',
    QUICK,
  ].join('; ')

/** Reads from the data how far they are, as the script galera_recovery does. */
async function positionAfterCrash(folder: string): Promise<string> {
  const log = join(folder, 'recovery.log')
  // The server writes behind what it said after the crash before.
  await rm(log, { force: true })
  const recovery = Bun.spawn(
    [
      findProgram('mariadbd', 'mariadb-server'),
      ...['--no-defaults', '--user=root', `--datadir=${join(folder, 'data')}`, `--log-error=${log}`],
      ...['--innodb-log-file-size=16M', '--skip-log-bin', '--binlog-format=ROW', '--wsrep-on=ON', '--wsrep-recover'],
      ...[`--wsrep-provider=${provider()}`, '--wsrep-cluster-address=gcomm://'],
      ...['--skip-networking', `--socket=${join(folder, 'recovery')}`],
    ],
    { stdio: ['ignore', 'ignore', 'ignore'] },
  )
  await recovery.exited
  const text = await readFile(log, 'utf8')
  const [, position] = /Recovered position: (\S+)/.exec(text) ?? []
  if (position === undefined) throw new Error(`the position in the cluster's history cannot be read:\n${text}`)
  return position
}

const JOINED_WITHIN_MS = 100_000

const untilSynced = ({ server }: GaleraNode) => untilJoined(async () => isSynced(await statusOf(server!)))

/**
 * Resolves when all nodes are one cluster that takes writes: what was frozen may not know yet that it was given up, nor
 * the others. @throws when they do not find each other in time
 */
export async function untilWhole(nodes: LocalGalera['nodes']): Promise<void> {
  const isWhole = async (server: LocalMariadb) => {
    const status = await statusOf(server)
    const isOne = status.wsrep_cluster_status === 'Primary' && Number(status.wsrep_cluster_size) === nodes.length
    return isOne && isSynced(status)
  }
  const all = (is: (server: LocalMariadb) => Promise<boolean>) => async () =>
    (await Promise.all(nodes.map(({ server }) => is(server!)))).every(Boolean)
  await untilJoined(async () => (await all(isWhole)()) && (await all(hasAgreed)()) && (await all(isWhole)()))
}

async function untilJoined(hasJoined: () => Promise<boolean>) {
  const deadline = performance.now() + JOINED_WITHIN_MS
  let cause: unknown
  // A node that takes over what it has missed closes the connections that it had taken.
  const hasFailed = (error: unknown) => {
    cause = error
    return false
  }
  while (!(await hasJoined().catch(hasFailed))) {
    if (performance.now() > deadline) throw new Error('a node did not join the cluster in time', { cause })
    await Bun.sleep(20)
  }
}

/** What a node says of itself and of its cluster. */
type Status = Record<string, string>

const isSynced = ({ wsrep_local_state_comment: state }: Status) => state === 'Synced'

async function statusOf(server: LocalMariadb): Promise<Status> {
  const connection = await server.connect()
  try {
    const [rows] = await connection.query<RowDataPacket[]>("show status like 'wsrep%'")
    return Object.fromEntries(rows.map(({ Variable_name: name, Value: value }) => [name, value]))
  } finally {
    await connection.end()
  }
}

/** A reading that waits for the others ends when they have agreed on who is there; false: the node is not among them. */
async function hasAgreed(server: LocalMariadb): Promise<boolean> {
  const connection = await server.connect()
  try {
    await connection.query('set session wsrep_sync_wait = 1')
    await connection.query('begin')
    return true
  } catch {
    return false
  } finally {
    await connection.end()
  }
}
