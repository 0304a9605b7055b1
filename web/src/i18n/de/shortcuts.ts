import type { shortcuts as english } from '../en/shortcuts'

export const shortcuts: typeof english = {
  title: 'Tastatur',
  known: {
    c: 'Zum Kalender',
    l: 'Zu den Listen',
    '?': 'Diese Hilfe zeigen',
    t: 'Zu heute',
    m: 'Monatsansicht',
    w: 'Wochenansicht',
    d: 'Tagesansicht',
    a: 'Termine',
  },
  undo: 'Rückgängig',
  escape: 'Schließen',
  keys: { Control: 'Strg', PageUp: 'Bild auf', PageDown: 'Bild ab', ArrowLeft: '←', ArrowRight: '→' },
}
