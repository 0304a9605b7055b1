import type { shortcuts as english } from '../en/shortcuts'

export const shortcuts: typeof english = {
  title: 'Tastatur',
  everywhere: { c: 'Zum Kalender', l: 'Zu den Listen', '?': 'Diese Hilfe zeigen' },
  escape: 'Schließen',
  keys: { PageUp: 'Bild auf', PageDown: 'Bild ab', ArrowLeft: '←', ArrowRight: '→' },
}
