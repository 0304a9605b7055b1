import { int, mysqlEnum, mysqlTable, tinyint } from 'drizzle-orm/mysql-core'
import { LANGUAGES } from '../../languages'
import { members } from './members'

export const THEMES = ['light', 'dark'] as const
/** As `Intl` names them. */
export const HOUR_CYCLES = ['h12', 'h23'] as const

/** How a member wants to see the client, on all devices; null, and no row, leave it to the browser. */
export const memberPreferences = mysqlTable('member_preferences', {
  userId: int()
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  language: mysqlEnum(LANGUAGES),
  theme: mysqlEnum(THEMES),
  /** 0 (Sunday) to 6. */
  firstWeekday: tinyint(),
  hourCycle: mysqlEnum(HOUR_CYCLES),
})
