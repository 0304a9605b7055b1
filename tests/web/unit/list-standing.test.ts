import { describe, expect, test } from 'bun:test'
import { ApiError } from '../../../web/src/data/http'
import { standingOf } from '../../../web/src/lists/standing'

const NEVER = { at: 0, isAsked: false }
const ASKED = { at: 0, isAsked: true }
const known = (at: number) => ({ at, isAsked: false })

type Known = Parameters<typeof standingOf>[0]
type Items = Omit<Known['items'], 'error'> & { error?: Error }
type Lists = Omit<Known['lists'], 'hasFailed'> & { hasFailed?: boolean }

/** A list that the page's lists do not name. */
const unlisted = (lists: Lists, { error, ...items }: Items, more: Partial<Known> = {}) =>
  standingOf({
    isListed: false,
    isDeletedHere: false,
    lists: { hasFailed: false, ...lists },
    items: { ...items, error: error ?? null },
    ...more,
  })

describe('a list that is not among the lists', () => {
  test.each<[string, Lists, Items, ReturnType<typeof standingOf>]>([
    ['while it is asked for', known(1), ASKED, 'asked'],
    ['while the lists are asked for', { at: 1, isAsked: true }, known(2), 'asked'],
    ['while nothing is known at all', ASKED, ASKED, 'asked'],
    ['without a connection', known(1), { ...NEVER, error: new ApiError(0, 'No') }, 'unknown'],
    ['nor is anything else known', NEVER, NEVER, 'unknown'],
    ['and the service fails', known(1), { ...NEVER, error: new ApiError(503, 'No') }, 'unknown'],
    ['and the service does not know', known(1), { ...NEVER, error: new ApiError(404, 'No') }, 'gone'],
    ['and is somebody else’s alone', known(1), { ...NEVER, error: new ApiError(403, 'No') }, 'gone'],
    ['nor does the service know it any more', known(1), { ...known(2), error: new ApiError(404, 'No') }, 'gone'],
    ['which were read before its items', known(1), known(2), 'there'],
    ['which were read after its items', known(2), known(1), 'gone'],
    ['which were never read', NEVER, known(1), 'there'],
    ['which cannot be read', { ...NEVER, hasFailed: true }, known(1), 'unknown'],
    ['which cannot be read any more', { ...known(1), hasFailed: true }, known(2), 'unknown'],
  ])('%s', (_what, lists, items, standing) => expect(unlisted(lists, items)).toBe(standing))

  test('since it was deleted here', () => {
    expect(unlisted(known(1), ASKED, { isDeletedHere: true })).toBe('gone')
  })
})

test('one that is among them is there, whatever its items say', () => {
  const error = new ApiError(404, 'No')
  expect(
    standingOf({
      isListed: true,
      isDeletedHere: false,
      lists: { ...known(1), hasFailed: true },
      items: { ...ASKED, error },
    }),
  ).toBe('there')
})
