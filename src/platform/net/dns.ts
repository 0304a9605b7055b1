import { lookup, resolveSrv, resolveTxt } from 'node:dns/promises'
import { codeOfError } from '../error-code'

export interface ServiceRecord {
  host: string
  port: number
}

/** Name resolution, replaceable in tests. Each lookup throws an error with a `code` as `node:dns` does. */
export interface Dns {
  /** Every address of a name, as the system resolves it (`/etc/hosts` included). */
  addresses(hostname: string): Promise<string[]>
  /** SRV records, the preferred one first; empty when there are none. */
  services(name: string): Promise<ServiceRecord[]>
  /** TXT records, each with its pieces joined; empty when there are none. */
  texts(name: string): Promise<string[]>
}

const ABSENT = new Set(['ENOTFOUND', 'ENODATA'])
const TIMEOUT_MS = 5_000

export const systemDns: Dns = {
  async addresses(hostname) {
    const found = await inTime(lookup(hostname, { all: true }))
    return found.map(({ address }) => address)
  },
  async services(name) {
    const records = await emptyWhenAbsent(resolveSrv(name))
    return records
      .sort((a, b) => a.priority - b.priority || b.weight - a.weight)
      .map((record) => ({ host: record.name, port: record.port }))
  },
  async texts(name) {
    const records = await emptyWhenAbsent(resolveTxt(name))
    return records.map((pieces) => pieces.join(''))
  },
}

async function emptyWhenAbsent<T>(records: Promise<T[]>): Promise<T[]> {
  try {
    return await inTime(records)
  } catch (error) {
    if (ABSENT.has(codeOfError(error) ?? '')) return []
    throw error
  }
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const { promise: deadline, reject } = Promise.withResolvers<never>()
  const late = Object.assign(new Error('the name server did not answer in time'), { code: 'ETIMEOUT' })
  const timer = setTimeout(() => reject(late), TIMEOUT_MS)
  try {
    return await Promise.race([answer, deadline])
  } finally {
    clearTimeout(timer)
  }
}
