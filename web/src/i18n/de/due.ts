import type { due as english } from '../en/due'

export const due: typeof english = {
  list: 'Zu erledigen',
  late: 'Überfällig',
  done: (text) => `„${text}“ ist erledigt`,
}
