import type { shortcuts as english } from '../en/shortcuts'

export const shortcuts: typeof english = {
  title: 'Tastatur',
  help: 'Diese Hilfe zeigen',
  calendar: 'Zum Kalender',
  lists: 'Zu den Listen',
  escape: 'Schließen',
  keys: { PageUp: 'Bild auf', PageDown: 'Bild ab', ArrowLeft: '←', ArrowRight: '→' },
}
