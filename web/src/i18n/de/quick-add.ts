import type { quickAdd as english } from '../en/quick-add'

export const quickAdd: typeof english = {
  example: 'Zum Beispiel: „Zahnarzt Cleo morgen 15 Uhr, 1 Stunde vorher erinnern“',
  unread: 'Zeiten in Worten lassen sich gerade nicht lesen. Tippe unten auf die Zeit, um sie zu ändern.',
  parts: {
    when: 'Wann',
    people: 'Für wen',
    reminders: 'Erinnern',
    recurrence: 'Wiederholen',
    location: 'Ort',
    calendar: 'Kalender',
  },
  noTime: 'Wann?',
  takeOff: (what) => `„${what}“ weglassen`,
  addTo: (list) => `Auf die Liste „${list}“`,
  added: (what, where) => `${what} · ${where}`,
  timeWords: [
    'heute',
    'morgen',
    'übermorgen',
    'abend',
    'mittag',
    'mitternacht',
    'nächste',
    'jede',
    'früh',
    'woche',
    'uhr',
  ],
}
