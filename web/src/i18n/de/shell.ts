import type { shell as english } from '../en/shell'

export const shell: typeof english = {
  skip: 'Zum Inhalt',
  main: 'Hauptmenü',
  calendar: 'Kalender',
  lists: 'Listen',
  wall: 'Tafel',
  account: 'Konto',
  elsewhere: 'Kalender von anderswo',
  admin: 'Haushalt',
  welcome: 'Erste Schritte',
  newEvent: 'Neuer Termin',
  newList: 'Neue Liste',
  newItem: 'Neuer Eintrag',
  offline: 'Keine Verbindung',
  offlineWith: (count) => `Keine Verbindung · ${count} noch zu senden`,
  saving: (count) => `Speichert ${count}`,
  crash: {
    title: 'Hier ist etwas schiefgegangen',
    body: 'Was gespeichert war, ist nicht verloren. Meist hilft es, die Seite neu zu laden.',
    reload: 'Neu laden',
  },
  unreachable: {
    title: 'Keine Verbindung zu Corkboard',
    body: 'Es ist gerade nicht zu erreichen und wird von selbst wieder versucht.',
  },
}
