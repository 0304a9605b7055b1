import { type Named, NameIndex, type NameMatch } from './names'
import type { Sentence } from './sentence'
import { ARTICLES, set } from './words'

const CALENDAR = set('calendar kalender cal')
const INTO = set('in im into on to auf in the')

/** Takes a calendar by its name: in Family calendar, Kalender Arbeit, #work. */
export function takeCalendar<T extends Named>(sentence: Sentence, calendars: readonly T[]): T | null {
  const index = {
    names: new NameIndex(calendars, calendarForms),
    tags: new NameIndex(calendars, tagForms),
    compounds: new NameIndex(calendars, (keys) => compoundsOf(calendarForms(keys), 'kalender')),
  }
  const found = sentence.find((at) => readCalendar(sentence, at, index))
  if (found === null) return null
  sentence.take('calendar', found.from, found.to)
  return found.thing
}

const calendarForms = (keys: readonly string[]) => {
  const bare = keys.filter((key) => !CALENDAR.has(key))
  return bare.length < keys.length ? [keys, bare] : [keys]
}

interface CalendarIndex<T extends Named> {
  names: NameIndex<T>
  /** #work */
  tags: NameIndex<T>
  /** Familienkalender */
  compounds: NameIndex<T>
}

function readCalendar<T extends Named>(
  sentence: Sentence,
  at: number,
  { names, tags, compounds }: CalendarIndex<T>,
): NameMatch<T> | null {
  if (sentence.key(at) === '#') {
    const tagged = tags.at(sentence, at + 1)
    return tagged === null ? null : { ...tagged, from: at }
  }
  let from = at
  while (INTO.has(sentence.key(from)) || (from > at && ARTICLES.has(sentence.key(from)))) from += 1
  if (CALENDAR.has(sentence.key(from))) {
    const after = names.at(sentence, sentence.key(from + 1) === ':' ? from + 2 : from + 1)
    if (after !== null) return { ...after, from: at }
  }
  if (from === at) return null
  const before = names.at(sentence, from)
  const isSaid = before !== null && sentence.tokens.slice(before.from, before.to).some(({ key }) => CALENDAR.has(key))
  if (isSaid) return { ...before, from: at }
  if (before !== null && CALENDAR.has(sentence.key(before.to))) return { ...before, from: at, to: before.to + 1 }
  const compound = compounds.at(sentence, from)
  return compound === null ? null : { ...compound, from: at }
}

const tagForms = (keys: readonly string[]) =>
  calendarForms(keys).flatMap((form) => (form.length > 0 ? [form, [form.join('')]] : []))

/** Familienkalender, Einkaufsliste. */
const compoundsOf = (forms: readonly (readonly string[])[], end: string) =>
  forms
    .filter((form) => form.length > 0)
    .flatMap((form) => ['', 's', 'n', 'en'].map((joint) => [...form.slice(0, -1), `${form.at(-1)}${joint}${end}`]))

const LIST = set('list liste')
const ONTO = set('on onto to auf zu zur in')
/** They ask for it, and mean nothing. */
const PLEASE = set('please bitte')
/** Behind the list: auf die Liste setzen. */
const DONE = set('setzen schreiben packen tun hinzufuegen')
const ADD = set('add put schreib schreibe setz setze tu pack')

const listForms = (keys: readonly string[]) => {
  const bare = keys.filter((key) => !LIST.has(key))
  const forms = bare.length < keys.length && bare.length > 0 ? [keys, bare] : [keys]
  const folded = forms.flatMap((form) => [form, [...form, 'list'], [...form, 'liste']])
  const names = [bare.length > 0 ? bare : keys]
  return [...folded, ...compoundsOf(names, 'liste'), ...compoundsOf(names, 'zettel')]
}

/** Takes a list by its name, and what leads to it: milk on Groceries, Groceries: milk. */
export function takeList<T extends Named>(sentence: Sentence, lists: readonly T[]): T | null {
  const names = new NameIndex(lists, listForms)
  const first = names.at(sentence, 0)
  if (first !== null && sentence.key(first.to) === ':') {
    sentence.take('list', 0, first.to + 1)
    return first.thing
  }
  const found = sentence.find((at) => {
    if (at === 0 || !ONTO.has(sentence.key(at))) return null
    let from = at + 1
    while (ARTICLES.has(sentence.key(from))) from += 1
    const list = names.at(sentence, from)
    if (list === null) return null
    const to = DONE.has(sentence.key(list.to)) ? list.to + 1 : list.to
    return sentence.token(to) === undefined ? { ...list, from: at, to } : null
  })
  if (found === null) return null
  sentence.take('list', found.from, found.to)
  const start = PLEASE.has(sentence.key(0)) ? 1 : 0
  const to = ADD.has(sentence.key(start)) ? start + 1 : start
  if (to > 0) sentence.hide(0, to)
  return found.thing
}
