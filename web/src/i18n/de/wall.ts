import type { wall as english } from '../en/wall'

export const wall: typeof english = {
  title: 'Familientafel',
  now: 'Jetzt',
  next: (time) => `Als Nächstes · ${time}`,
  nothingNext: 'Heute nichts mehr. Genießt es.',
  runningUntil: (time) => `Jetzt, bis ${time}`,
  earlier: (count) => `${count} früher heute`,
  nothing: 'Nichts geplant',
  days: 'Tage',
  people: 'Personen',
  previous: 'Frühere Tage',
  following: 'Spätere Tage',
  noLists: 'Keine offenen Listen',
  leave: 'Wand verlassen',
  asOf: (time) => `Stand ${time}`,
  pickList: 'Liste',
}
