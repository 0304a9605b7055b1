import type { GaleraNode } from '../../../scripts/local/galera'
import type { TestDatabase } from '../database'
import { servers } from '../servers'
import { nodeFaults, type Target } from './faults'

/** A database on three nodes of a cluster, and how each of them is harmed. */
export interface Cluster {
  database: TestDatabase
  targets: readonly Target[]
}

/** Starts a cluster, which is gone with its database. See `whyNoGalera`. @throws when a node does not join */
export async function startCluster(): Promise<Cluster> {
  const { nodes, password, stop } = await servers.galera()
  const name = 'household'
  const root = await nodes[0].server!.connect()
  await root.query(`create database ${name} character set utf8mb4 collate utf8mb4_unicode_ci`)
  await root.end()
  const host = nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')
  return {
    database: { config: { host, port: 3306, user: 'root', password, name }, drop: () => thawAndStop(nodes, stop) },
    targets: nodes.map((node, index) => ({ name: `node ${index}`, faults: nodeFaults(node, nodes) })),
  }
}

async function thawAndStop(nodes: readonly GaleraNode[], stop: () => Promise<void>) {
  for (const { server } of nodes) if (server !== null) process.kill(server.pid, 'SIGCONT')
  await stop()
}
