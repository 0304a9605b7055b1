import { type Days, dayOfWritten, type Place, single } from './dates'
import { type Sentence, tokensOf } from './sentence'

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
export function readNamedDay(sentence: Sentence, at: number, place: Place, isLed: boolean): Days | null {
  const named = BY_FIRST.get(sentence.key(at))?.find(({ keys }) => sentence.reads(at, ...keys))
  if (named === undefined) return null
  const to = at + named.keys.length
  if (!isLed && !sentence.understood.some(({ field }) => field === 'when')) return null
  const day = dayOfWritten(named, place)
  return day === null ? null : { ...single(at, to, day, 'date'), ...(!isLed && { isName: true }) }
}
