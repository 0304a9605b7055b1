/**
 * What a read costs that was answered before: 304, and the bytes that are kept; and the first one after a start. And what
 * two processes answer beside one: clients and database share their cores, so that processor time tells more than rates.
 */

import type { Member } from '../tests/support/cast'
import type { Bench, Report } from './figure'
import { atQuarter, QUARTER, tellAnswer } from './support/quarter'
import { startService, type Target } from './support/target'
import { median, processorMsOf, timed } from './support/time'

const CLIENTS = 4
const ROUNDS = 15
const WARM_UP_ROUNDS = 3
/** Per round: about as long for each. */
const REQUESTS = { unchanged: 800, kept: 80, floor: 20 }
const COLD_STARTS = 5
/** What a service has to prepare ahead in; whoever is woken by its restart comes no sooner. */
const PREPARING_MS = 2_000

const PATH = `/api/events?start=${QUARTER.start}&end=${QUARTER.end}&household=true`

export const bench: Bench = (report) =>
  atQuarter(async ({ household, ada, bare }) => {
    const { database } = household.config
    const cold: number[] = []
    for (let count = 0; count < COLD_STARTS; count++) {
      const started = await startService(database)
      await Bun.sleep(PREPARING_MS)
      cold.push(await timed(() => read(started, ada)))
      await started.stop()
    }
    report({ name: 'the first read, two seconds after a start', value: median(cold), unit: 'ms', goal: '< 100' })
    const [service, other] = [await startService(database), await startService(database)]
    try {
      await compare(report, { service, bare, ada })
      await comparePair(report, [service, other], ada)
    } finally {
      await Promise.all([service.stop(), other.stop()])
    }
  })

interface Servers {
  service: Target
  bare: Target
  ada: Member
}

async function compare(report: Report, { service, bare, ada }: Servers) {
  const first = await read(service, ada)
  const etag = first.headers.get('etag') ?? ''
  await tellAnswer(bare, first.body)
  const rounds: Record<keyof typeof REQUESTS, Cost>[] = []
  // In turns, and a ratio of each round, so that whatever else the machine does meets all.
  for (let count = 0; count < WARM_UP_ROUNDS + ROUNDS; count++) {
    rounds.push({
      unchanged: await round(service, REQUESTS.unchanged, () => ask(service, ada, { 'if-none-match': etag }, 304)),
      kept: await round(service, REQUESTS.kept, () => ask(service, ada, {}, 200)),
      floor: await round(bare, REQUESTS.floor, () => ask(bare, ada, {}, 200)),
    })
  }
  const measured = rounds.slice(WARM_UP_ROUNDS)
  for (const name of ['unchanged', 'kept', 'floor'] as const) {
    report({ name: `${name}: ${CLIENTS} clients`, value: median(measured.map((one) => one[name].rate)), unit: 'req/s' })
    report({
      name: `${name}: processor time of a request`,
      value: median(measured.map((one) => one[name].processorMs)),
      unit: 'ms',
    })
  }
  const ratio = (name: 'unchanged' | 'kept') => median(measured.map((one) => one[name].rate / one.floor.rate))
  report({ name: 'unchanged / floor', value: ratio('unchanged'), unit: 'times', goal: '≥ 20' })
  report({ name: 'kept / floor', value: ratio('kept'), unit: 'times', goal: '≥ 5' })
}

/** As many unchanged reads by one process as by two. */
async function comparePair(report: Report, pair: readonly [Target, Target], ada: Member) {
  const [service] = pair
  const etag = (await read(service, ada)).headers.get('etag') ?? ''
  const all = async (targets: readonly Target[]) => {
    const each = REQUESTS.unchanged / targets.length
    const rounds = targets.map((one) => round(one, each, () => ask(one, ada, { 'if-none-match': etag }, 304)))
    const done = await Promise.all(rounds)
    const sum = (of: (one: Cost) => number) => done.reduce((total, one) => total + of(one), 0)
    return { rate: sum(({ rate }) => rate), processorMs: sum(({ processorMs }) => processorMs) / targets.length }
  }
  const rounds: { one: Cost; two: Cost }[] = []
  for (let count = 0; count < WARM_UP_ROUNDS + ROUNDS; count++) {
    rounds.push({ one: await all([service]), two: await all(pair) })
  }
  const ratio = (of: (cost: Cost) => number) =>
    median(rounds.slice(WARM_UP_ROUNDS).map(({ one, two }) => of(two) / of(one)))
  report({
    name: 'two processes / one: requests per second',
    value: ratio(({ rate }) => rate),
    unit: 'times',
    goal: '≥ 1.8',
  })
  report({
    name: 'the same: processor time of a request',
    value: ratio(({ processorMs }) => processorMs),
    unit: 'times',
  })
}

/** Compressed, as browsers ask; the floor compresses nothing. */
async function ask({ origin }: Target, { cookie }: Member, headers: Record<string, string>, status: number) {
  const all = { cookie, 'accept-encoding': 'gzip', ...headers }
  // The clients share the machine with the servers: unpacking is none of what is measured.
  const response = await fetch(`${origin}${PATH}`, { headers: all, decompress: false })
  if (response.status !== status) throw new Error(`status ${response.status}`)
  await response.arrayBuffer()
}

async function read({ origin }: Target, { cookie }: Member) {
  const response = await fetch(`${origin}${PATH}`, { headers: { cookie, 'accept-encoding': 'gzip' } })
  return { headers: response.headers, body: await response.json() }
}

interface Cost {
  /** Requests per second. */
  rate: number
  /** Of the service, milliseconds a request. */
  processorMs: number
}

async function round({ pid }: Target, requests: number, request: () => Promise<void>): Promise<Cost> {
  const startMs = processorMsOf(pid) ?? Number.NaN
  const work = async () => {
    for (let count = 0; count < requests / CLIENTS; count++) await request()
  }
  const ms = await timed(() => Promise.all(Array.from({ length: CLIENTS }, work)))
  return { rate: (requests * 1000) / ms, processorMs: ((processorMsOf(pid) ?? Number.NaN) - startMs) / requests }
}
