import { describe, expect, test } from 'bun:test'
import type { Person } from '../../src/household/people'
import { directoryOf, personIdsOf } from '../../src/household/people-names'

const person = (id: number, name: string): Person => ({
  id,
  name,
  color: '#356DEF',
  birthday: null,
  position: id,
  memberId: null,
  managerIds: [],
})
const PEOPLE = [person(3, 'Ada'), person(1, 'Ben'), person(2, 'Zoë, the elder')]
const directory = directoryOf(PEOPLE, [])

describe('categories mean persons', () => {
  const table: [string, string[], number[]][] = [
    ['by name', ['Ben'], [1]],
    ['in any case, with blanks, in another normal form', [' bEN ', 'ZOE\u0308, The Elder'], [1, 2]],
    ['each once, by position', ['Ben', 'Ada', 'ben'], [3, 1]],
    ['with a comma that a server has taken for one between two', ['School', 'Zoë', 'the elder', 'Ada'], [3, 2]],
    ['and what names nobody means nobody', ['School', 'Be', 'Benn', ''], []],
  ]
  test.each(table)('%s', (_, categories, ids) => expect(directory.personsOf(categories)).toEqual(ids))

  test('a present name before a former one, of those who gave one up the latest', () => {
    const former = [
      { personId: 3, nameKey: 'ben' },
      { personId: 3, nameKey: 'max' },
      { personId: 1, nameKey: 'max' },
      { personId: 1, nameKey: 'benny' },
    ]
    const { personsOf } = directoryOf(PEOPLE, former)
    expect([personsOf(['Ben']), personsOf(['Max']), personsOf(['Benny'])]).toEqual([[1], [1], [1]])
  })

  test('by former names, in whatever way their keys were folded when they were kept', () => {
    const former = [
      { personId: 1, nameKey: 'strauss' },
      { personId: 3, nameKey: 'strauß' },
    ]
    const { personsOf } = directoryOf(PEOPLE, former)
    for (const name of ['Strauß', 'STRAUSS', 'strauss']) expect(personsOf([name])).toEqual([3])
  })

  test('of two with one name the first', () => {
    const twins = directoryOf([person(8, 'Max'), person(5, 'max')], [])
    expect(twins.personsOf(['MAX'])).toEqual([8])
    expect(twins.namesOf([5])).toEqual(['max'])
  })
})

describe('somebody with a comma in the name', () => {
  const [MIA, TOM, BOTH, ANN] = [1, 2, 3, 4]
  const few = [person(MIA, 'Mia'), person(TOM, 'Tom'), person(ANN, 'Ann')]
  const all = [...few, person(BOTH, 'Mia,Tom')]
  const table: [string, string[], number[]][] = [
    ['takes no event of those who bear the parts', ['Mia', 'Tom'], [MIA, TOM]],
    ['in whatever order and case', ['School', 'TOM', 'mia', 'tom'], [MIA, TOM]],
    ['is meant by the whole name', ['Mia, Tom'], [BOTH]],
    ['beside them as well', ['Mia', 'Tom', 'Mia,Tom'], [MIA, TOM, BOTH]],
  ]
  test.each(table)('%s', (_, categories, ids) => expect(directoryOf(all, []).personsOf(categories)).toEqual(ids))

  test('is meant by neighbours of which one is nobody’s present name', () => {
    const { personsOf } = directoryOf(
      [person(MIA, 'Mia'), person(BOTH, 'Mia,Tom')],
      [{ personId: ANN, nameKey: 'tom' }],
    )
    expect(personsOf(['Mia', 'Tom'])).toEqual([BOTH])
    expect(directoryOf([...few, person(5, 'Mia, Tom, the elder')], []).personsOf(['Mia', 'Tom', 'the elder'])).toEqual([
      5,
    ])
  })

  test('takes none by a former name either', () => {
    const { personsOf } = directoryOf([...few, person(BOTH, 'Both')], [{ personId: BOTH, nameKey: 'mia,tom' }])
    expect([personsOf(['Mia', 'Tom']), personsOf(['Mia,Tom'])]).toEqual([[MIA, TOM], [BOTH]])
  })

  test('begins with the next of neighbours where the first is somebody by themselves', () => {
    const { namedIn } = directoryOf([...few, person(5, 'Tom, the elder')], [])
    expect(namedIn(['Mia', 'Tom', 'the elder'])).toEqual([
      { personId: MIA, from: 0, to: 1 },
      { personId: 5, from: 1, to: 3 },
    ])
  })
})

test('persons are written by their present names; ids of nobody are left out', () => {
  expect(directory.namesOf([2, 1, 99])).toEqual(['Ben', 'Zoë, the elder'])
})

test('an event of nobody is for whom its calendar is', () => {
  const forWhom = (categories: string[], personId: number | null) =>
    personIdsOf({ categories }, { personId }, directory)
  expect([forWhom(['School'], 1), forWhom([], 1), forWhom(['Ada'], 1), forWhom(['School'], null)]).toEqual([
    [1],
    [1],
    [3],
    [],
  ])
})
