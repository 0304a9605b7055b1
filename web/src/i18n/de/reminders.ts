import type { SecondaryDictionary } from '../secondary'

export const reminders: SecondaryDictionary['reminders'] = {
  title: 'Erinnerungen',
  newEvents: 'Neue Termine erinnern',
  newDays: 'Neue ganztägige Termine erinnern',
  shared: {
    label: 'Aus dem gemeinsamen Kalender',
    all: 'Alles, was eine Erinnerung hat',
    me: 'Was für mich ist',
    children: 'Was für die ist, um die ich mich kümmere',
    both: 'Was für mich ist oder für die, um die ich mich kümmere',
    nothing: 'Nichts',
  },
  sharedHint:
    'Ein Termin, der für niemand Bestimmtes ist, gilt als Termin für alle. Deine eigenen Kalender erinnern dich immer.',
  quiet: 'Ruhezeit',
  quietHint:
    'Eine Erinnerung aus dieser Zeit kommt an ihrem Ende, außer wenn der Termin dann schon begonnen hat. Es gilt die Uhr des Haushalts.',
  from: 'Von',
  until: 'Bis',
  different: 'Bitte wähle zwei verschiedene Zeiten.',
  morning: 'Nachricht am Morgen',
  morningHint: 'Was heute ansteht, einmal am Tag. An einem Tag, an dem nichts ansteht, kommt keine.',
  at: 'Um',
  language: 'Nachrichten auf',
  saved: 'Gespeichert.',
}
