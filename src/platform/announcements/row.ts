import type { Announcement } from '../hub'

/** What one transaction has announced. */
export interface AnnouncedRow {
  id: number
  at: Date
  news: readonly Announcement[]
}
