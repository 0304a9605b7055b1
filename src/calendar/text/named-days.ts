import { civilOf, dayNumber, daysInMonth, weekdayOf } from '../ical/civil'
import { type Days, HALF_A_YEAR, type Place, single, withYear } from './dates'
import { readPlace } from './places'
import { type Sentence, tokensOf } from './sentence'
import { MONTHS, set, UNTIL } from './words'

/** Of each year its day, as a day number. */
type DayIn = (year: number) => number

const fixed =
  (month: number, day: number): DayIn =>
  (year) =>
    dayNumber(year, month, day)
const easter =
  (days: number): DayIn =>
  (year) =>
    easterOf(year) + days
/** The nth of a weekday in a month. */
const nth =
  (number: number, weekday: number, month: number): DayIn =>
  (year) => {
    const first = dayNumber(year, month, 1)
    return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (number - 1)
  }
/** The fourth Sunday in Advent is the last before Christmas. */
const advent =
  (number: number): DayIn =>
  (year) => {
    const eve = dayNumber(year, 12, 24)
    return eve - ((weekdayOf(eve) + 1) % 7) - 7 * (4 - number)
  }
const [MONDAY, THURSDAY, SUNDAY] = [0, 3, 6]

/** Days of every year by their names. */
const FIXED: readonly (readonly [names: string, dayIn: DayIn])[] = [
  ["new year's day, new years day, neujahr, neujahrstag", fixed(1, 1)],
  ['dreikönigstag, heilige drei könige', fixed(1, 6)],
  ["valentine's day, valentines day, valentinstag", fixed(2, 14)],
  ['tag der arbeit, maifeiertag', fixed(5, 1)],
  ['tag der deutschen einheit', fixed(10, 3)],
  ['halloween', fixed(10, 31)],
  ['nikolaustag', fixed(12, 6)],
  ['christmas eve, heiligabend', fixed(12, 24)],
  [
    'christmas day, 1. weihnachtstag, 1. weihnachtsfeiertag, ersten weihnachtstag, ersten weihnachtsfeiertag',
    fixed(12, 25),
  ],
  [
    'boxing day, 2. weihnachtstag, 2. weihnachtsfeiertag, zweiten weihnachtstag, zweiten weihnachtsfeiertag',
    fixed(12, 26),
  ],
  ["new year's eve, new years eve, silvester", fixed(12, 31)],
]
/** They have their day beside a time alone: without one they are rather what something is about. */
const MOVABLE: typeof FIXED = [
  ['rosenmontag', easter(-48)],
  ['faschingsdienstag, shrove tuesday', easter(-47)],
  ['aschermittwoch, ash wednesday', easter(-46)],
  ['gründonnerstag', easter(-3)],
  ['karfreitag, good friday', easter(-2)],
  ['ostersonntag, easter sunday', easter(0)],
  ['ostermontag, easter monday', easter(1)],
  ['christi himmelfahrt, himmelfahrt, vatertag', easter(39)],
  ['pfingstsonntag', easter(49)],
  ['pfingstmontag', easter(50)],
  ['fronleichnam', easter(60)],
  ['muttertag', nth(2, SUNDAY, 5)],
  ...[1, 2, 3, 4].map((number) => [`${number}. advent`, advent(number)] as const),
]
/** They are on another day elsewhere, or on none. */
const AMERICAN: typeof FIXED = [
  ['mlk day', nth(3, MONDAY, 1)],
  ["presidents' day, presidents day", nth(3, MONDAY, 2)],
  ["mother's day, mothers day", nth(2, SUNDAY, 5)],
  ['memorial day', (year) => nth(1, MONDAY, 6)(year) - 7],
  ["father's day, fathers day", nth(3, SUNDAY, 6)],
  ['labor day', nth(1, MONDAY, 9)],
  ['thanksgiving day, thanksgiving', nth(4, THURSDAY, 11)],
]
const NAMED = [
  ...FIXED.map(([names, dayIn]) => ({ names, dayIn, isMovable: false, isAmerican: false })),
  ...MOVABLE.map(([names, dayIn]) => ({ names, dayIn, isMovable: true, isAmerican: false })),
  ...AMERICAN.map(([names, dayIn]) => ({ names, dayIn, isMovable: true, isAmerican: true })),
]
const BY_FIRST = Map.groupBy(
  NAMED.flatMap(({ names, ...named }) =>
    names.split(', ').map((name) => ({ keys: tokensOf(name).map(({ key }) => key), ...named })),
  ),
  ({ keys }) => keys[0]!,
)

/** On Christmas Eve, an Silvester; with a time without a word that leads to it, and then it stays in the title. */
export function readNamedDay(sentence: Sentence, at: number, place: Place, isBehindLead: boolean): Days | null {
  const isUntil = UNTIL.has(sentence.key(at - 1))
  const isLed = isBehindLead || isUntil
  const named = BY_FIRST.get(sentence.key(at))?.find(
    ({ keys, isAmerican }) => sentence.reads(at, ...keys) && (place.isMonthFirst || !isAmerican),
  )
  if (named === undefined) return null
  const to = at + named.keys.length
  const isTimed = sentence.understood.some(({ field }) => field === 'when')
  // Silvester bei Oma is the day itself, Silvester planen is not.
  const isDayItself = at === 0 && (sentence.token(to) === undefined || readPlace(sentence, to) !== null)
  const isCounted = at === 0 && sentence.number(at) !== null
  if (!isTimed && !isDayItself && !(named.isMovable ? isUntil : isLed || isCounted)) return null
  const day = nextOf(named.dayIn, place)
  return day === undefined ? null : { ...single(at, to, day, 'date'), ...(!isLed && { isName: true }) }
}

/** The day of the year that is said; else of this one or the next, as dates without a year are. */
function nextOf(dayIn: DayIn, { today, looked }: Place, said?: number): number | undefined {
  const base = Math.max(today, looked - HALF_A_YEAR)
  const { year } = civilOf(base)
  const years = said === undefined ? [year, year + 1] : [said]
  return years.map(dayIn).find((day) => day >= base)
}

const CHRISTMAS = set('christmas xmas weihnachten')
const EASTER = set('easter ostern')
/** Until the Christmas party is until that. */
const OF_FEASTS = set('break holiday holidays vacation party dinner lunch market concert eve monday sunday')

/** What ends something and is no day otherwise: until Christmas, bis Ostern, until June, bis Ende Januar. */
export function readBound(sentence: Sentence, at: number, place: Place): Days | null {
  if (!UNTIL.has(sentence.key(at - 1))) return null
  const said = readFeast(sentence, at) ?? readEndOfMonth(sentence, at) ?? readMonthAlone(sentence, at)
  if (said === null) return null
  const day = nextOf(said.dayIn, place, said.year)
  return day === undefined ? null : single(at, said.to, day, 'date')
}

/** A day of each year, and the year where it is said. */
interface Yearly {
  dayIn: DayIn
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
  return next === null ? null : readLastOfMonth(sentence, next)
}

/** June, June 2027, and not June 5: the whole of it. */
function readMonthAlone(sentence: Sentence, at: number): Yearly | null {
  const number = sentence.number(at + 1)
  return number !== null && number <= 31 ? null : readLastOfMonth(sentence, at)
}

function readLastOfMonth(sentence: Sentence, at: number): Yearly | null {
  const month = MONTHS.get(sentence.key(at))
  if (month === undefined) return null
  return { dayIn: (year) => dayNumber(year, month, daysInMonth(year, month)), ...yearBehind(sentence, at + 1) }
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
