import type { shell as english } from '../en/shell'

export const shell: typeof english = {
  skip: 'Zum Inhalt',
  main: 'Hauptmenü',
  calendar: 'Kalender',
  lists: 'Listen',
  wall: 'Wand',
  account: 'Konto',
  admin: 'Haushalt',
  welcome: 'Erste Schritte',
  newEvent: 'Neuer Termin',
  newList: 'Neue Liste',
  offline: 'Offline',
  offlineWith: (count) => `Offline · ${count} noch zu senden`,
  saving: (count) => `Speichert ${count}`,
  gone: (text) => `„${text}“ wurde inzwischen gelöscht.`,
  refused: (text) => `„${text}“ konnte nicht gespeichert werden.`,
  updateReady: 'Eine neue Version ist da.',
  updateNow: 'Jetzt verwenden',
  install: {
    title: 'Corkboard auf diesem Gerät behalten',
    body: 'Tippe auf „Teilen“ und dann auf „Zum Home-Bildschirm“. Nur von dort kommen Erinnerungen an.',
    later: 'Nicht jetzt',
  },
  crash: {
    title: 'Hier ist etwas schiefgegangen',
    body: 'Was gespeichert war, ist nicht verloren. Meist hilft es, die Seite neu zu laden.',
    reload: 'Neu laden',
  },
  unreachable: {
    title: 'Das Haus antwortet nicht',
    body: 'Corkboard ist gerade nicht zu erreichen. Es wird von selbst weiter versucht.',
  },
  notFound: {
    title: 'Hier ist nichts',
    body: 'Diese Seite gibt es nicht oder nicht mehr.',
    home: 'Zum Kalender',
  },
  shortcuts: {
    title: 'Tastatur',
    help: 'Diese Hilfe zeigen',
    calendar: 'Zum Kalender',
    lists: 'Zu den Listen',
    escape: 'Schließen',
  },
}
