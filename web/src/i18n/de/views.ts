import type { views as english } from '../en/views'
import { due } from './due'
import { search } from './search'

export const views: typeof english = {
  due,
  search,
  jump: {
    label: 'Datum',
    hint: 'Juni 2027, 24.12., KW 12',
    unknown: 'Welches Datum ist gemeint?',
  },
  agenda: {
    nothing: 'In diesen Wochen ist nichts geplant. Genieß es.',
    earlier: 'Früher',
    later: 'Später',
    until: (day) => `Nichts bis ${day}`,
    rest: (month) => `Im ${month} nichts mehr`,
    none: (month) => `Im ${month} nichts`,
    end: (day) => `Bis ${day} ist nichts mehr geplant.`,
  },

  drag: {
    picked: (title) =>
      `${title} angehoben. Pfeiltasten verschieben, mit Umschalt ändern sie die Länge. Eingabe speichert, Escape bricht ab.`,
    pickedInMonth: (title) =>
      `${title} angehoben. Pfeiltasten verschieben um Tage und Wochen. Eingabe speichert, Escape bricht ab.`,
    now: (day, times) => `${day}, ${times}`,
    dropped: (title, day, times) => `${title} verschoben auf ${day}, ${times}`,
    cancelled: 'Nicht verschoben',
    onlyTheirs: (owner) => `Das kann nur ${owner} verschieben`,
    notYours: 'Das kannst du nicht verschieben',
  },
}
