import { keysOf, type Named, NameIndex } from './names'
import type { Sentence } from './sentence'
import { AND, MONTHS, set, WEEKDAY_NAMES, WEEKDAY_SHORTS } from './words'

const FOR = set('for fuer')
const WITH = set('with mit')
/** A name behind one of these is a part of the title: call Oma. */
const VERBS_BEFORE = set(
  'facetime skype holt bringt trifft nimmt besucht ruft call ring phone text visit take drop collect fetch bring meet tell ask help see get up off to of from zu zum zur von bei by about and und ueber',
)
/** Who is named behind one of these is not there. */
const WITHOUT = set('except ausser without ohne')
/** And so is a name before one of these: Oma kommt. */
const VERBS_AFTER = set(
  'and und & von vom aus wird turns holt bringt macht braucht muss will kann soll trifft picks takes needs gets zu zum zur kommt hat ist faehrt fliegt geht is has comes goes to visits visiting anrufen abholen besuchen bringen hinbringen wegbringen holen treffen fragen helfen abgeben begleiten wecken sehen schreiben',
)

export interface PersonNamed extends Named {
  id: number
}

/** Everybody by name. */
export interface PeopleIndex {
  names: NameIndex<PersonNamed>
  /** Cleos Geburtstag: the genitive of German has no apostrophe. */
  genitives: NameIndex<PersonNamed>
}

/** A first name will do where it is nobody else's. */
export function indexPeople(people: readonly PersonNamed[]): PeopleIndex {
  const firsts = Map.groupBy(people, (person) => keysOf(person)[0])
  const formsOf = (keys: readonly string[]) =>
    keys.length > 1 && firsts.get(keys[0])?.length === 1 ? [keys, keys.slice(0, 1)] : [keys]
  const genitivesOf = (keys: readonly string[]) =>
    formsOf(keys).map((form) => [...form.slice(0, -1), `${form.at(-1)}s`])
  return { names: new NameIndex(people, formsOf), genitives: new NameIndex(people, genitivesOf) }
}

/** Whom a sentence names. */
export interface PeopleNamed {
  ids: number[]
  /** Nobody is named but as company: with Oma. */
  isCompany: boolean
  /** Names that were taken from the title. */
  taken: { from: number; to: number }[]
}

interface Group {
  ids: number[]
  from: number
  to: number
  /** Written as the name is. */
  isExact: boolean
  isPossessive: boolean
  /** The word that leads to the names. */
  lead: 'for' | 'with' | null
}

/** Finds those a sentence says it is for or with; before days are looked for, since a name may be one. */
export function readLedPeople(sentence: Sentence, people: PeopleIndex): Group[] {
  const groups: Group[] = []
  for (let at = 0; at < sentence.length; at += 1) {
    const lead = FOR.has(sentence.key(at)) ? 'for' : WITH.has(sentence.key(at)) ? 'with' : null
    const group = lead === null ? readHeading(sentence, at, people) : readGroup(sentence, at + 1, people)
    if (group === null || group.isPossessive || isDate(sentence, group)) continue
    const from = lead === 'with' ? at + 1 : at
    sentence.note('people', from, group.to)
    groups.push({ ...group, from, lead })
  }
  return groups
}

/** Mo: dentist, with one of that name in the house. */
function readHeading(sentence: Sentence, at: number, people: PeopleIndex): Group | null {
  const group = at === 0 && WEEKDAY_SHORTS.has(sentence.key(at)) ? readGroup(sentence, at, people) : null
  return group !== null && sentence.key(group.to) === ':' && isPlainName(sentence, group) ? group : null
}

/** For May 5, with one of that name in the house. */
function isDate(sentence: Sentence, { to }: Pick<Group, 'to'>): boolean {
  const { key } = sentence.tokens[to - 1]!
  return sentence.tokens[to]?.kind === 'number' && DAY_WORDS.some((words) => words.has(key))
}
const DAY_WORDS = [MONTHS, WEEKDAY_NAMES, WEEKDAY_SHORTS]

/**
 * Takes names that stand at the edge of what is left: Dentist Cleo, for Ben and Cleo. What days and places took is gone
 * by then; other names are understood and stay.
 */
export function takePeople(sentence: Sentence, people: PeopleIndex, led: readonly Group[]): PeopleNamed {
  const groups = [...led]
  for (let at = 0; at < sentence.length; at += 1) {
    const group = sentence.isNoted(at) ? null : readGroup(sentence, at, people)
    if (group === null || !isPlainName(sentence, group) || WITHOUT.has(sentence.key(at - 1))) continue
    sentence.note('people', group.from, group.to)
    groups.push(group)
    at = group.to - 1
  }
  const taken: PeopleNamed['taken'] = []
  for (const group of groups) {
    if (staysInTitle(sentence, group)) continue
    const to = sentence.key(group.to) === ':' ? group.to + 1 : group.to
    sentence.hide(group.from, to)
    taken.push({ from: group.from, to })
  }
  return {
    ids: groups.flatMap(({ ids }) => ids),
    isCompany: groups.length > 0 && groups.every(({ lead }) => lead === 'with'),
    taken,
  }
}

function staysInTitle(sentence: Sentence, { from, to, isPossessive, lead }: Group): boolean {
  if (lead !== null) return lead === 'with' || !isAtEdge(sentence, from, to)
  if (isPossessive || !isAtEdge(sentence, from, to)) return true
  return VERBS_BEFORE.has(sentence.key(from - 1)) || VERBS_AFTER.has(sentence.key(to))
}

/** A name that is a word, too, or hardly one, counts where it is written as a name. */
function isPlainName(sentence: Sentence, group: Group): boolean {
  const token = sentence.tokens[group.from]!
  if (group.to - group.from > 1) return true
  const isWord = token.text.length < 3 || DAY_WORDS.some((words) => words.has(token.key)) || COMMON.has(token.key)
  if (!isWord) return true
  if (token.text.length < 2) return sentence.key(group.to) === ':'
  return group.isExact && sentence.tokens[group.to]?.kind !== 'number'
}
const COMMON = set(
  'will mark bill rose sky hope grace joy faith summer art max mika june may april august jan mai juni juli ernst gut frank rob pat',
)

/** Ben, Ben and Cleo, Ben & Cleo. */
function readGroup(sentence: Sentence, at: number, people: PeopleIndex): Group | null {
  const ids: number[] = []
  let to = at
  let isExact = true
  let isPossessive = false
  for (let next = at; ; ) {
    const plain = people.names.at(sentence, next)
    const found = plain ?? people.genitives.at(sentence, next)
    if (found === null) break
    ids.push(found.thing.id)
    isExact &&= found.thing.name.startsWith(sentence.textOf(found.from, found.to))
    to = found.to
    isPossessive = plain === null || sentence.isGlued(to, "'")
    if (isPossessive || !AND.has(sentence.key(to))) break
    next = to + 1
    if (AND.has(sentence.key(next))) next += 1
  }
  return ids.length === 0 ? null : { ids, from: at, to, isExact, isPossessive, lead: null }
}

/** Nothing stands before it, or nothing behind it. */
function isAtEdge(sentence: Sentence, from: number, to: number): boolean {
  const isFree = (at: number) => sentence.token(at) === undefined || MARKS.has(sentence.key(at))
  return isFree(from - 1) || isFree(to)
}
const MARKS = set(', : ; ( ) - – — . !')
