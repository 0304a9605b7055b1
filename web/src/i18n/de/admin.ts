import type { admin as english } from '../en/admin'

export const admin: typeof english = {
  title: 'Haushalt',
}
