import type { wall as english } from '../en/wall'

export const wall: typeof english = {
  title: 'Familientafel',
  now: 'Jetzt',
  next: (time) => `Als Nächstes · ${time}`,
  noNext: {
    nothing: 'Heute nichts mehr. Genießt es.',
    unknown: 'Was als Nächstes ansteht, konnte nicht geladen werden.',
  },
  runningUntil: (time) => `Jetzt, bis ${time}`,
  earlier: (count) => `${count} früher heute`,
  nothing: 'Nichts geplant',
  notLoaded: 'Nicht geladen',
  days: 'Tage',
  people: 'Personen',
  previous: 'Frühere Tage',
  following: 'Spätere Tage',
  noLists: 'Keine offenen Listen',
  leave: 'Wand verlassen',
  pickList: 'Liste',
}
