import type { due as english } from '../en/due'

export const due: typeof english = {
  list: 'Zu erledigen',
  late: 'Überfällig',
  count: (count) => `${count} fällig`,
  more: (count) => `+${count} fällig`,
  done: (text) => `„${text}“ ist erledigt`,
}
