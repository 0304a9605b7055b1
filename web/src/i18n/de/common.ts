import type { common as english } from '../en/common'

export const common: typeof english = {
  appName: 'Corkboard',
  everyone: 'Alle',
  someone: 'Jemand',
  save: 'Speichern',
  cancel: 'Abbrechen',
  close: 'Schließen',
  edit: 'Bearbeiten',
  delete: 'Löschen',
  undo: 'Rückgängig',
  tryAgain: 'Noch einmal',
  more: 'Mehr',
  loading: 'Lädt…',
  today: 'Heute',
  tomorrow: 'Morgen',
  yesterday: 'Gestern',
  allDay: 'Ganztägig',
}
