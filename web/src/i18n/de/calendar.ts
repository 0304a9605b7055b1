import type { calendar as english } from '../en/calendar'

export const calendar: typeof english = {
  title: 'Kalender',
}
