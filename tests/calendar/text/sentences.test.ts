import { describe, expect, test } from 'bun:test'
import { checkEventForm } from '../../../src/calendar/outbox/check-form'
import { parseEventText } from '../../../src/calendar/text'
import { GERMAN } from './sentences-de'
import { ENGLISH } from './sentences-en'
import { KITCHEN, told } from './told'

const FEWEST = 150
const LEAST_RIGHT = 0.95

describe.each([
  ['en', ENGLISH],
  ['de', GERMAN],
] as const)('sentences in %s', (language, groups) => {
  const sentences = Object.values(groups).flat()
  const results = sentences.map(([sentence, expected]) => {
    const isClear = !expected.startsWith('? ')
    return { sentence, isClear, expected: isClear ? expected : expected.slice(2), found: told(sentence, { language }) }
  })
  const wrong = results.filter(({ expected, found }) => expected !== found)

  test('are understood, 95 of a hundred at least', () => {
    expect(sentences.length).toBeGreaterThanOrEqual(FEWEST)
    const line = ({ sentence, expected, found }: (typeof results)[number]) =>
      `${sentence}: ${found} instead of ${expected}`
    const share = 1 - wrong.length / sentences.length
    expect({ isEnough: share >= LEAST_RIGHT, wrong: share >= LEAST_RIGHT ? [] : wrong.map(line) }).toEqual({
      isEnough: true,
      wrong: [],
    })
  })

  test('become forms that can be saved as they are', () => {
    const refused = sentences.flatMap(([sentence]) => {
      const { form } = parseEventText(sentence, { ...KITCHEN, language })
      if (form.title === '' || form.start === undefined) return []
      const { problem } = checkEventForm(form)
      return problem === null ? [] : [`${sentence}: ${problem}`]
    })
    expect(refused).toEqual([])
  })

  test('whose words are clear are never taken for another day', () => {
    const misdated = wrong.filter(({ isClear, expected, found }) => isClear && daysIn(expected) !== daysIn(found))
    expect(misdated.map(({ sentence, found }) => `${sentence}: ${found}`)).toEqual([])
  })
})

/** The days that a line tells of. */
const daysIn = (told: string) => told.match(/\d{4}-\d\d-\d\d/g)?.join() ?? ''
