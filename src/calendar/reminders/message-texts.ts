import type { Language } from '../../platform/languages'

/**
 * What a reminder says, by its lead: when a timed event starts, or how many days ahead an all-day one is; and what the
 * morning message says.
 */
interface Texts {
  hasBegun: string
  startsNow: string
  startsIn(lead: string): string
  minutes(count: number): string
  hours(count: number): string
  days(count: number): string
  today: string
  tomorrow: string
  inOneWeek: string
  inDays(count: number): string
  more(count: number): string
  untitled: string
  /** Of an item of a list. */
  dueToday(listName: string): string
  events(count: number): string
  /** Items of lists, also beside events. */
  things(count: number): string
  /** Of what others have added to a list; no names: it is not known who. */
  added(names: readonly string[], what: string, listName: string): string
}

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

const listed = (language: Language, names: readonly string[]) => new Intl.ListFormat(language).format(names)

export const TEXTS: Record<Language, Texts> = {
  en: {
    hasBegun: 'Has begun',
    startsNow: 'Starts now',
    startsIn: (lead) => `Starts in ${lead}`,
    minutes: (count) => `${count} min`,
    hours: (count) => plural(count, 'hr', 'hrs'),
    days: (count) => plural(count, 'day', 'days'),
    today: 'Today',
    tomorrow: 'Tomorrow',
    inOneWeek: 'In 1 week',
    inDays: (count) => `In ${count} days`,
    more: (count) => `and ${count} more`,
    untitled: '(No title)',
    dueToday: (listName) => `Due today · ${listName}`,
    events: (count) => plural(count, 'thing', 'things'),
    things: (count) => plural(count, 'thing', 'things'),
    added: (names, what, listName) =>
      names.length === 0 ? `New on ${listName}: ${what}` : `${listed('en', names)} added ${what} to ${listName}`,
  },
  de: {
    hasBegun: 'Hat begonnen',
    startsNow: 'Beginnt jetzt',
    startsIn: (lead) => `Beginnt in ${lead}`,
    minutes: (count) => `${count} Min.`,
    hours: (count) => `${count} Std.`,
    days: (count) => plural(count, 'Tag', 'Tagen'),
    today: 'Heute',
    tomorrow: 'Morgen',
    inOneWeek: 'In 1 Woche',
    inDays: (count) => `In ${count} Tagen`,
    more: (count) => `und ${count} weitere`,
    untitled: '(Ohne Titel)',
    dueToday: (listName) => `Heute dran · ${listName}`,
    events: (count) => plural(count, 'Termin', 'Termine'),
    things: (count) => plural(count, 'Ding', 'Dinge'),
    added: (names, what, listName) =>
      names.length === 0
        ? `Neu auf „${listName}“: ${what}`
        : `${listed('de', names)} ${names.length === 1 ? 'hat' : 'haben'} ${what} auf „${listName}“ gesetzt`,
  },
}
