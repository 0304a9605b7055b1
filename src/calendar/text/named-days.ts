import { civilOf, dayNumber, daysInMonth } from '../ical/civil'
import { type Days, dayOfWritten, HALF_A_YEAR, type Place, single, withYear } from './dates'
import { type Sentence, tokensOf } from './sentence'
import { MONTHS, set, UNTIL } from './words'

/** Days of every year by their names, each a month and a day. */
const NAMED: readonly (readonly [names: string, month: number, day: number])[] = [
  ["new year's day, new years day, neujahr, neujahrstag", 1, 1],
  ["valentine's day, valentines day, valentinstag", 2, 14],
  ['halloween', 10, 31],
  ['nikolaustag', 12, 6],
  ['christmas eve, heiligabend', 12, 24],
  ['christmas day, 1. weihnachtstag, 1. weihnachtsfeiertag, ersten weihnachtstag, ersten weihnachtsfeiertag', 12, 25],
  ['boxing day, 2. weihnachtstag, 2. weihnachtsfeiertag, zweiten weihnachtstag, zweiten weihnachtsfeiertag', 12, 26],
  ["new year's eve, new years eve, silvester", 12, 31],
]
const BY_FIRST = Map.groupBy(
  NAMED.flatMap(([names, month, day]) =>
    names.split(', ').map((name) => ({ keys: tokensOf(name).map(({ key }) => key), month, day })),
  ),
  ({ keys }) => keys[0]!,
)

/** On Christmas Eve, an Silvester; with a time without a word that leads to it, and then it stays in the title. */
export function readNamedDay(sentence: Sentence, at: number, place: Place, isBehindLead: boolean): Days | null {
  const isLed = isBehindLead || UNTIL.has(sentence.key(at - 1))
  const named = BY_FIRST.get(sentence.key(at))?.find(({ keys }) => sentence.reads(at, ...keys))
  if (named === undefined) return null
  const to = at + named.keys.length
  // 1. Weihnachtsfeiertag bei Oma is the day itself.
  const isCounted = at === 0 && sentence.number(at) !== null
  if (!isLed && !isCounted && !sentence.understood.some(({ field }) => field === 'when')) return null
  const day = dayOfWritten(named, place)
  return day === null ? null : { ...single(at, to, day, 'date'), ...(!isLed && { isName: true }) }
}

const CHRISTMAS = set('christmas xmas weihnachten')
const EASTER = set('easter ostern')
/** Until the Christmas party is until that. */
const OF_FEASTS = set('break holiday holidays vacation party dinner lunch market concert eve monday sunday')

/** What ends something and is no day otherwise: until Christmas, bis Ostern, bis Ende Januar. */
export function readBound(sentence: Sentence, at: number, { today, looked }: Place): Days | null {
  if (!UNTIL.has(sentence.key(at - 1))) return null
  const said = readFeast(sentence, at) ?? readEndOfMonth(sentence, at)
  if (said === null) return null
  const base = Math.max(today, looked - HALF_A_YEAR)
  const { year } = civilOf(base)
  const years = said.year === undefined ? [year, year + 1] : [said.year]
  const day = years.map(said.dayIn).find((each) => each >= base)
  return day === undefined ? null : single(at, said.to, day, 'date')
}

/** A day of each year, and the year where it is said. */
interface Yearly {
  dayIn: (year: number) => number
  year?: number
  to: number
}

function readFeast(sentence: Sentence, at: number): Yearly | null {
  const key = sentence.key(at)
  const dayIn = CHRISTMAS.has(key) ? christmasOf : EASTER.has(key) ? easterOf : null
  if (dayIn === null || OF_FEASTS.has(sentence.key(at + 1))) return null
  return { dayIn, ...yearBehind(sentence, at + 1) }
}

/** Ende Januar, the end of January 2027. */
function readEndOfMonth(sentence: Sentence, at: number): Yearly | null {
  const from = sentence.key(at) === 'the' ? at + 1 : at
  const next = sentence.key(from) === 'ende' ? from + 1 : sentence.reads(from, 'end', 'of') ? from + 2 : null
  const month = next === null ? undefined : MONTHS.get(sentence.key(next))
  if (month === undefined) return null
  return { dayIn: (year) => dayNumber(year, month, daysInMonth(year, month)), ...yearBehind(sentence, next! + 1) }
}

function yearBehind(sentence: Sentence, at: number): Pick<Yearly, 'year' | 'to'> {
  const { year, to } = withYear(sentence, { day: 1, month: 1, to: at }, at)
  return { to, ...(year !== undefined && { year }) }
}

const christmasOf = (year: number) => dayNumber(year, 12, 25)

/** The Gregorian Easter Sunday of a year, after Spencer Jones (1922). */
function easterOf(year: number): number {
  const [golden, century] = [year % 19, Math.floor(year / 100)]
  const lunar = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - lunar + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - epact - (year % 4)) % 7
  const shift = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  return dayNumber(year, 3, 22) + epact + weekday - 7 * shift
}
