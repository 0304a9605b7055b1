import { describe, expect, test } from 'bun:test'
import {
  type CachedEvent,
  isOvertaken,
  listedIn,
  type Plan,
  type Presence,
  plan,
  type ReadableEvent,
  unlessGone,
} from '../../../src/calendar/sync/plan'

/** `uid@href:etag` */
const row = (text: string, id = 0): CachedEvent => ({ id, ...parsed(text) })
const event = (text: string): ReadableEvent => parsed(text)

function parsed(text: string) {
  const [, uid = '', href = '', etag = ''] = /^(.+)@(.+):(.+)$/.exec(text) ?? []
  return { uid, href, etag }
}

const complete = (...hrefs: string[]): Presence => listedIn(new Set(hrefs))
const changes = (...gone: string[]): Presence => unlessGone(new Set(gone))

interface Case {
  cached: string[]
  presence: Presence
  fetched: string[]
  upserts?: string[]
  /** UIDs. */
  deletes?: string[]
  shadowed?: number
}

const CASES: Record<string, Case> = {
  'nothing anywhere': { cached: [], presence: complete(), fetched: [] },
  'a first listing': {
    cached: [],
    presence: complete('a', 'b'),
    fetched: ['1@a:x', '2@b:x'],
    upserts: ['1@a:x', '2@b:x'],
  },
  'the same again': { cached: ['1@a:x'], presence: complete('a'), fetched: ['1@a:x'] },
  'listed with a known etag, not fetched': { cached: ['1@a:x'], presence: complete('a'), fetched: [] },
  'a new etag': { cached: ['1@a:x'], presence: complete('a'), fetched: ['1@a:y'], upserts: ['1@a:y'] },
  'gone from a listing': { cached: ['1@a:x', '2@b:x'], presence: complete('b'), fetched: [], deletes: ['1'] },
  'an empty listing': { cached: ['1@a:x'], presence: complete(), fetched: [], deletes: ['1'] },
  'there, but its new text is broken: the row stays': { cached: ['1@a:x'], presence: complete('a'), fetched: [] },
  'no changes': { cached: ['1@a:x'], presence: changes(), fetched: [] },
  'one changed': { cached: ['1@a:x', '2@b:x'], presence: changes(), fetched: ['2@b:y'], upserts: ['2@b:y'] },
  'one gone': { cached: ['1@a:x', '2@b:x'], presence: changes('a'), fetched: [], deletes: ['1'] },
  'gone and never cached': { cached: ['1@a:x'], presence: changes('z'), fetched: [] },
  'moved to another href': { cached: ['1@a:x'], presence: changes('a'), fetched: ['1@b:x'], upserts: ['1@b:x'] },
  'another UID at the same href': {
    cached: ['1@a:x'],
    presence: changes(),
    fetched: ['2@a:y'],
    upserts: ['2@a:y'],
    deletes: ['1'],
  },
  'two UIDs change places': {
    cached: ['1@a:x', '2@b:x'],
    presence: changes(),
    fetched: ['2@a:y', '1@b:y'],
    upserts: ['2@a:y', '1@b:y'],
  },
  'one UID at two hrefs: the lower one counts': {
    cached: [],
    presence: complete('a', 'b'),
    fetched: ['1@b:x', '1@a:x'],
    upserts: ['1@a:x'],
    shadowed: 1,
  },
  'a second href above the cached one': { cached: ['1@a:x'], presence: changes(), fetched: ['1@b:x'], shadowed: 1 },
  'a second href below the cached one': {
    cached: ['1@b:x'],
    presence: changes(),
    fetched: ['1@a:x'],
    upserts: ['1@a:x'],
    shadowed: 1,
  },
}

describe('plan', () => {
  test.each(Object.entries(CASES))('%s', (_name, { cached, presence, fetched, upserts, deletes, shadowed }) => {
    const decision = plan(cached.map(row), presence, fetched.map(event))
    expect(decision.upserts.map(({ uid, href, etag }) => `${uid}@${href}:${etag}`)).toEqual(upserts ?? [])
    expect(decision.deletes.map(({ uid }) => uid)).toEqual(deletes ?? [])
    expect(decision.shadowed).toBe(shadowed ?? 0)
  })

  test('a full pass also sees a new text under an old etag', () => {
    const cached = [{ ...row('1@a:x'), fingerprint: 'f1' }]
    const same = plan(cached, complete('a'), [{ ...event('1@a:x'), fingerprint: 'f1' }])
    const other = plan(cached, complete('a'), [{ ...event('1@a:x'), fingerprint: 'f2' }])
    expect([same.upserts.length, other.upserts.length]).toEqual([0, 1])
  })
})

describe('a plan is overtaken', () => {
  const before = [row('1@a:x'), row('2@b:x')]
  test.each<[string, boolean, CachedEvent[]]>([
    ['by nothing', false, before],
    ['by a change of a row it does not touch', false, [row('1@a:x'), row('2@b:y')]],
    ['by a new row it does not touch', false, [...before, row('3@c:x')]],
    ['by a change of a row it touches', true, [row('1@a:z'), row('2@b:x')]],
    ['by the removal of a row it touches', true, [row('2@b:x')]],
    ['by another UID at an href it touches', true, [row('9@a:x'), row('2@b:x')]],
  ])('%s', (_case, expected, now) => {
    expect(isOvertaken({ upserts: [event('1@a:y')], deletes: [] }, before, now)).toBe(expected)
    expect(isOvertaken({ upserts: [], deletes: [row('1@a:x')] }, before, now)).toBe(expected)
  })

  test('by a row that came where it inserts', () => {
    expect(isOvertaken({ upserts: [event('3@c:x')], deletes: [] }, before, [...before, row('3@c:y')])).toBe(true)
  })
})

describe('every way of listing gives the same rows', () => {
  /** A small generator that gives the same numbers for the same seed. */
  function numbers(seed: number) {
    let state = seed
    return (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }
  }

  type Server = Map<string, { uid: string; etag: string }>

  const carryOut = (cached: CachedEvent[], decision: ReturnType<typeof plan>): CachedEvent[] => {
    const rows = new Map(cached.map((cachedRow) => [cachedRow.uid, cachedRow]))
    for (const { uid } of decision.deletes) rows.delete(uid)
    for (const { uid, href, etag } of decision.upserts) rows.set(uid, { id: 0, uid, href, etag })
    return [...rows.values()]
  }
  const sorted = (rows: CachedEvent[]) => rows.map(({ uid, href, etag }) => `${uid}@${href}:${etag}`).sort()
  const eventAt = (server: Server, href: string): ReadableEvent[] => {
    const object = server.get(href)
    return object === undefined ? [] : [{ href, ...object }]
  }

  test.each(Array.from({ length: 200 }, (_, seed) => seed))('seed %d', (seed) => {
    const random = numbers(seed)
    const server: Server = new Map()
    let byChanges: CachedEvent[] = []
    let byEtags: CachedEvent[] = []
    let hasToken = true
    for (let step = 0; step < 30; step++) {
      const touched = new Set<string>()
      for (let count = random(4); count >= 0; count--) {
        const href = `h${random(6)}`
        touched.add(href)
        if (random(3) === 0) server.delete(href)
        else server.set(href, { uid: `u${random(5)}`, etag: `${step}.${random(100)}` })
      }
      const hrefs = [...server.keys()]
      const everything = hrefs.flatMap((href) => eventAt(server, href))
      const full = carryOut([], plan([], complete(...hrefs), everything))

      const known = new Map(byEtags.map(({ href, etag }) => [href, etag]))
      const unknown = everything.filter(({ href, etag }) => known.get(href) !== etag)
      byEtags = carryOut(byEtags, plan(byEtags, complete(...hrefs), unknown))
      expect(sorted(byEtags)).toEqual(sorted(full))

      const cachedEtags = new Map(byChanges.map(({ href, etag }) => [href, etag]))
      const gone = [...touched].filter((href) => !server.has(href))
      const decision: Plan<ReadableEvent> = hasToken
        ? plan(
            byChanges,
            changes(...gone),
            [...touched].flatMap((href) => eventAt(server, href)),
          )
        : plan(
            byChanges,
            complete(...hrefs),
            everything.filter(({ href, etag }) => cachedEtags.get(href) !== etag),
          )
      byChanges = carryOut(byChanges, decision)
      // While a UID stands at two hrefs, the calendar is compared by etags.
      hasToken = decision.shadowed === 0
      expect(sorted(byChanges)).toEqual(sorted(full))
    }
  })
})
