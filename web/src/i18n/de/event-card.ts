import type { eventCard as english } from '../en/event-card'

export const eventCard: typeof english = {
  copy: 'Kopieren',
  move: 'Verschieben',
  dayAfter: 'am Tag danach',
  weekLater: 'eine Woche später',
  moveTo: (title) => `„${title}“ auf welchen Tag verschieben?`,
  copyTo: (title) => `„${title}“ auf welchen Tag kopieren?`,
  copyAndEdit: 'Erst noch etwas ändern…',
  partlyCopied: 'Kopiert wird nur, was hier zu sehen ist: für den Rest fehlt die Verbindung.',
  copied: (title, day) => `„${title}“ auch am ${day}`,
  map: 'Auf der Karte zeigen',
  join: (service) => `Mit ${service} teilnehmen`,
  days: (count) => `${count} Tage`,
  dayOf: (day, count) => `heute ist Tag ${day} von ${count}`,
  missing: {
    loading: 'Notizen werden gesucht…',
    unreachable: 'Notizen und alles Weitere sind zu lesen, sobald wieder eine Verbindung besteht.',
    refused: 'Vielleicht gibt es Notizen; sie konnten nicht geladen werden.',
    pending: 'Eine frühere Änderung ist noch unterwegs. Danach sind Notizen und alles Weitere hier zu lesen.',
  },
}
