import type { Birthday } from '../../../src/features/birthdays/model'
import { request } from './http'
import type { Query } from './queries'

/** The household's list, by day of the year. */
export const birthdaysQuery: Query<Birthday[]> = {
  queryKey: ['birthdays'],
  queryFn: async () => (await request<{ birthdays: Birthday[] }>('GET', '/api/birthdays')).birthdays,
}
