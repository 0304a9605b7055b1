import type { due as english } from '../en/due'

export const due: typeof english = {
  list: 'Zu erledigen',
  late: 'Überfällig',
  notLoaded: 'Was zu erledigen ist, konnte nicht geladen werden.',
  count: (count) => `${count} fällig`,
  more: (count) => `+${count} fällig`,
  done: (text) => `„${text}“ ist erledigt`,
}
