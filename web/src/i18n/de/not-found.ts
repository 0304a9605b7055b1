import type { notFound as english } from '../en/not-found'

export const notFound: typeof english = {
  title: 'Hier ist nichts',
  body: 'Diese Seite gibt es nicht oder nicht mehr.',
  home: 'Zum Kalender',
}
