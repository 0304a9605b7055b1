import type { share as english } from '../en/share'

export const share: typeof english = {
  title: 'Hinzufügen zu …',
  event: 'Ein neuer Termin',
  lists: 'Eine Liste',
  nothing: 'Es ist nichts mitgekommen.',
  noLists: 'Noch gibt es keine Liste.',
  notLoaded: 'Die Listen konnten nicht geladen werden.',
  items: (count) => (count === 1 ? '1 Eintrag' : `${count} Einträge`),
  added: (items, list) => `${items} auf „${list}“`,
  cancel: 'Doch nicht',
}
