import type { setup as english } from '../en/setup'

export const setup: typeof english = {
  title: 'Einrichtung',
}
