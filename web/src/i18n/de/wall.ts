import type { wall as english } from '../en/wall'

export const wall: typeof english = {
  title: 'Familientafel',
  now: 'Jetzt',
  next: (time) => `Als Nächstes · ${time}`,
  tomorrow: (time) => `Morgen · ${time}`,
  noNext: {
    nothing: 'Heute keine Termine mehr.',
    unknown: 'Was als Nächstes ansteht, ist noch nicht bekannt.',
  },
  runningUntil: (time) => `Jetzt, bis ${time}`,
  nothing: 'Nichts geplant',
  states: { loading: 'Wird geladen', unknown: 'Nicht geladen' },
  days: 'Tage',
  previous: 'Frühere Tage',
  following: 'Spätere Tage',
  noLists: 'Keine offenen Listen',
  leave: 'Tafel verlassen',
  pickList: 'Liste',
}
