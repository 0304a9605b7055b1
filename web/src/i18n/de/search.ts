import type { search as english } from '../en/search'

export const search: typeof english = {
  hint: 'Titel, Ort oder Person',
  found: (count) => (count === 1 ? '1 Termin' : `${count} Termine`),
  nothing: 'In diesen Tagen nichts gefunden',
  searched: (days) => `Auf diesem Gerät gesucht: ${days}`,
  notNotes: 'Notizen werden nicht durchsucht.',
  earlier: 'Früher',
  until: (month) => `Bis ${month} suchen`,
  backTo: (month) => `Zurück bis ${month} suchen`,
  notLoaded: 'Diese Tage konnten nicht geladen werden.',
  more: 'Mehr zeigen',
}
