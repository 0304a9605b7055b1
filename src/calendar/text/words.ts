import { WEEKDAYS, type Weekday } from '../ical/rule/parse'

/** Words of English and German, folded: a household speaks both at once. */

/** Words, each with the number at which its row stands. */
export function numbered(rows: readonly string[], first = 0): Map<string, number> {
  return new Map(rows.flatMap((row, index) => row.split(' ').map((word): [string, number] => [word, index + first])))
}

export const set = (words: string) => new Set(words.split(' '))

const FEWEST_LETTERS = 6
/** With words that lack a letter within them, or have two that changed places: Donnersatg, Wendesday. */
function withSlips(words: ReadonlyMap<string, number>): Map<string, number> {
  const slips = [...words].flatMap(([word, value]) =>
    word.length < FEWEST_LETTERS ? [] : slipsOf(word).map((slip): [string, number] => [slip, value]),
  )
  return new Map([...slips, ...words])
}

const slipsOf = (word: string) =>
  Array.from({ length: word.length - 1 }, (_, at) => [
    word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
    ...(at === 0 ? [] : [word.slice(0, at) + word.slice(at + 1)]),
  ]).flat()

/** Monday 0 to Sunday 6. */
export const WEEKDAY_NAMES = withSlips(
  numbered([
    'monday montag',
    'tuesday dienstag',
    'wednesday mittwoch',
    'thursday donnerstag',
    'friday freitag',
    'saturday samstag sonnabend',
    'sunday sonntag',
  ]),
)
/** They are words or names as well. */
export const WEEKDAY_SHORTS = numbered([
  'mon mo',
  'tue tues di',
  'wed weds mi',
  'thu thur thurs do',
  'fri fr',
  'sat sa',
  'sun so',
])
/** Every week on that day. */
export const WEEKDAY_PLURALS = numbered([
  'mondays montags',
  'tuesdays dienstags',
  'wednesdays mittwochs',
  'thursdays donnerstags',
  'fridays freitags',
  'saturdays samstags sonnabends',
  'sundays sonntags',
])
export const MONTHS = withSlips(
  numbered(
    [
      'january jan januar jaenner',
      'february feb februar feber',
      'march mar maerz mrz',
      'april apr',
      'may mai',
      'june jun juni',
      'july jul juli',
      'august aug',
      'september sep sept',
      'october oct oktober okt',
      'november nov',
      'december dec dezember dez',
    ],
    1,
  ),
)
/** Units that are counted in months: how many each is. */
export const MONTHS_PER = new Map([
  ...['month', 'months', 'monat', 'monate', 'monaten'].map((key) => [key, 1] as const),
  ...['year', 'years', 'jahr', 'jahre', 'jahren'].map((key) => [key, 12] as const),
])
export const TODAY = set('today heute tonight')
export const TOMORROW = new Set(withSlips(numbered(['tomorrow morgen tmrw tmr tomoz tommorow tommorrow'])).keys())
export type DayPart = 'morning' | 'noon' | 'afternoon' | 'evening' | 'night'

/** When each begins. */
export const PART_HOURS: Record<DayPart, number> = { morning: 9, noon: 12, afternoon: 15, evening: 19, night: 21 }
export const DAY_PARTS = new Map<string, DayPart>([
  ...['morning', 'morgens', 'frueh', 'vormittag', 'vormittags', 'vorm', 'morgen'].map(
    (key) => [key, 'morning'] as const,
  ),
  ...['lunchtime', 'mittag', 'mittags'].map((key) => [key, 'noon'] as const),
  ...['afternoon', 'nachmittag', 'nachmittags', 'nachm'].map((key) => [key, 'afternoon'] as const),
  ...['evening', 'abend', 'abends', 'tonight'].map((key) => [key, 'evening'] as const),
  ...['night', 'nacht', 'nachts'].map((key) => [key, 'night'] as const),
  ...(['morning', 'afternoon', 'evening', 'night'] as const).map((part) => [`${part}s`, part] as const),
])
/** Words that say of which day or part of it a time is. */
export const DAY_WORDS = [TODAY, TOMORROW, DAY_PARTS]
/** Every week in that part of a day. */
export const PART_PLURALS = set('mornings afternoons evenings nights')
export const NEXT = set('next nxt naechsten naechster naechste naechstes')
export const COMING = set('coming kommenden kommender kommendes')
/** What follows is left out of a rule. */
export const EXCEPT = set('except excluding ausser')
export const LAST = set('last letzte letzten letzter letztes')

export const weekdayCode = (weekday: number): Weekday => WEEKDAYS[weekday]!

/** What an article or so may be before a name or a place. */
export const ARTICLES = set(
  'the a an my our der die das den dem des ein eine einen einem einer mein meine meinem meiner unser unsere',
)
export const AND = set('and und & + ,')
export const TO = set('- – — to till until bis through thru')
export const UNTIL = set('until till til bis through thru')
/** What leads to a time. */
export const AT = set('at um ab gegen from von starting starts @')
/** What leads to the first of several days or of a series. */
export const STARTING = set('from starting beginning start ab')
/** What leads to how long something takes. */
export const LASTING = set('for fuer lasting dauert lasts dauer')
