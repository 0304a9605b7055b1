import { describe, expect, test } from 'bun:test'
import { explainRefusal, REASON, REASON_CODES } from '../../../src/calendar/outbox/reasons'
import { OWN_REASONS, wordFor } from '../../../web/src/calendar/writes/reason-words'
import { unsaved as de } from '../../../web/src/i18n/de/unsaved'
import { unsaved as en } from '../../../web/src/i18n/en/unsaved'

const WORDS: [string, Record<string, string>][] = [
  ['English', en.reasons],
  ['German', de.reasons],
]

describe.each(WORDS)('in %s', (_, reasons) => {
  test.each([...REASON_CODES, ...OWN_REASONS])('there are words for %s', (code) => {
    expect(reasons[code]).toMatch(/^[A-ZÄÖÜ].*\.$/)
  })
})

test('German words are not the English ones', () => {
  for (const [code, words] of Object.entries(de.reasons)) {
    expect([code, words]).not.toEqual([code, (en.reasons as Record<string, string>)[code]!])
  }
})

describe('a reason of the server', () => {
  test('is a word of the dictionary', () => {
    const { code: errorCode, error } = REASON.conflict
    expect(wordFor({ uid: 'it', status: 'failed', error, errorCode }, en.reasons)).toBe('conflict')
  })

  test.each([null, undefined, 'notKnownYet', 'toString'])(
    'that has the word %p is told in its own sentence',
    (code) => {
      const answer = { uid: 'it', status: 'failed' as const, error: 'A sentence.' }
      expect(wordFor(code === undefined ? answer : { ...answer, errorCode: code }, en.reasons)).toBe('A sentence.')
    },
  )
})

test.each([100, 207, 400, 401, 403, 404, 405, 409, 410, 413, 415, 418, 451])(
  'a refusal with %d has a reason',
  (status) => {
    const { code, error } = explainRefusal(status)
    expect(REASON_CODES).toContain(code)
    expect(error).toEndWith('.')
  },
)
