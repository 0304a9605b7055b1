import { describe, expect, test } from 'bun:test'
import { everybody, isPersonKey, whoIs } from '../../../web/src/calendar/who'
import type { Occurrence } from '../../../web/src/data/types'
import { named, PEOPLE } from './people'

type Of = Parameters<typeof whoIs>[0]
const of = (more: Partial<Occurrence> = {}): Of => ({
  isShared: false,
  userId: 1,
  ownerName: 'Ada (old)',
  color: '#2563EB',
  ...more,
})
const [mia, ada, ben] = PEOPLE

describe('whom an event is for', () => {
  test.each<[string, Of, string[]]>([
    ['its people, by position', of({ people: named(ben, mia) }), ['Mia', 'Ben']],
    ['its people, in the shared calendar, too', of({ isShared: true, people: named(mia) }), ['Mia']],
    ['its owner, where it names nobody', of({ people: [] }), ['Ada']],
    ['its owner, while nothing is said of people', of(), ['Ada']],
    ['another owner, whose person is known', of({ userId: 2, access: 'household' }), ['Ben']],
    ['an owner who is busy', of({ userId: 2, access: 'busy', people: [] }), ['Ben']],
  ])('%s', (_, occurrence, names) => {
    const who = whoIs(occurrence, PEOPLE)
    expect(who.map(({ name }) => name)).toEqual(names)
    expect(who.every(({ key, isEveryone }) => isPersonKey(key) && !isEveryone)).toBe(true)
  })

  test('everybody, where it is shared and names nobody', () => {
    const who = whoIs(of({ isShared: true, color: '#F25C7A' }), PEOPLE)
    expect(who).toMatchObject([{ key: 'everyone', name: null, color: '#F25C7A', isEveryone: true }])
  })

  test('everybody, where it is a public holiday, whoever keeps its calendar', () => {
    const who = whoIs(of({ holiday: true, readOnly: true, color: '#22872F', people: [] }), PEOPLE)
    expect(who).toMatchObject([{ key: 'everyone', color: '#22872F', isEveryone: true }])
  })

  test('a person is called and coloured as the household knows them now', () => {
    const [who] = whoIs(of({ people: [{ id: 7, name: 'Maria', color: '#FFFFFF' }] }), PEOPLE)
    expect(who).toMatchObject({ name: 'Mia', color: mia.color })
  })

  test('a person whom the household does not know yet comes after the others', () => {
    const who = whoIs(of({ people: named({ ...ada, id: 9, name: 'Zoe' }, ada) }), PEOPLE)
    expect(who.map(({ key }) => key)).toEqual(['person-3', 'person-9'])
  })

  test('an owner whose person is not known yet is the member', () => {
    expect(whoIs(of({ userId: 5, ownerName: null }), PEOPLE)).toMatchObject([
      { key: 'member-5', name: null, color: '#2563EB' },
    ])
    expect(isPersonKey('member-5')).toBe(false)
  })
})

test('everybody of the household, by position, each once', () => {
  expect(everybody(PEOPLE).map(({ key, order }) => [key, order])).toEqual([
    ['person-7', 0],
    ['person-3', 1],
    ['person-4', 2],
  ])
})
