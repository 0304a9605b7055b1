/** Keeps the cache equal to the members' CalDAV servers. */
export { listCalendarsOf, type OpenAccount } from './account'
export type { Recording } from './apply'
export { changeTimezone, seedTimezone } from './household-timezone'
export { poll, syncCalendar, syncMember } from './member'
export { resummarize } from './resummarize'
export { lookUp, resync } from './resync'
