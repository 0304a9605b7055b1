/**
 * What a page has around it and a worker has not, for the client to run in one: a disk and a network that whoever
 * started the worker keeps, locks, and a clock on which a pause of minutes is over in milliseconds.
 */
import { diskOf } from './disk'
import type { FromDevice, Start, ToDevice } from './messages'

const TIMES_AS_FAST = 400

export const tell = (message: FromDevice) => postMessage(message)

type Hear = (message: ToDevice) => void
const hearing = new Set<Hear>()
export const hear = (listener: Hear) => void hearing.add(listener)
addEventListener('message', ({ data }: MessageEvent<ToDevice>) => {
  for (const listener of hearing) listener(data)
})

export const start = await new Promise<Start>((resolve) => {
  hear((message) => {
    if (message.kind === 'start') resolve(message)
  })
})

let requests = 0
const answers = new Map<number, (status: number, body: string) => void>()
hear((message) => {
  if (message.kind !== 'answer') return
  answers.get(message.id)?.(message.status, message.body)
  answers.delete(message.id)
})

const overTheNetwork = (input: string | URL, { method = 'GET', headers, body }: RequestInit = {}) =>
  new Promise<Response>((resolve, reject) => {
    const id = requests++
    answers.set(id, (status, text) => {
      if (status === 0) reject(new TypeError('no answer'))
      else resolve(new Response(text, { status, headers: { 'content-type': 'application/json' } }))
    })
    const { pathname, search } = new URL(input, location.origin)
    const sent = {
      headers: Object.fromEntries(new Headers(headers)),
      body: (body as string | null | undefined) ?? null,
    }
    tell({ kind: 'request', id, method, path: pathname + search, ...sent })
  })

const [now, setTimer] = [Date.now, setTimeout]
const { clockFrom } = start
const nothing = { addEventListener() {}, getItem: () => null, setItem() {}, removeItem() {} }

const held = new Map<string, Promise<unknown>>()
const locks = {
  request: (name: string, run: () => Promise<unknown>) => {
    const turn = (held.get(name) ?? Promise.resolve()).then(run)
    held.set(
      name,
      turn.catch(() => {}),
    )
    return turn
  },
}

Object.assign(globalThis, {
  window: globalThis,
  document: { ...nothing, hidden: false, documentElement: {} },
  location: new URL('http://localhost/'),
  localStorage: nothing,
  matchMedia: () => ({ ...nothing, matches: false }),
  indexedDB: diskOf(start.disk, (key, value) => tell({ kind: 'disk', key, value })),
  BroadcastChannel: undefined,
  fetch: overTheNetwork,
  setTimeout: (run: () => void, ms = 0) => setTimer(run, ms / TIMES_AS_FAST),
})
Date.now = () => clockFrom + (now() - clockFrom) * TIMES_AS_FAST
for (const [name, value] of Object.entries({ onLine: true, languages: ['en'], locks })) {
  Object.defineProperty(navigator, name, { value, configurable: true })
}
