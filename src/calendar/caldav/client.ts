/** The CalDAV edge: every answer is proven complete, or it is a typed error. Never an empty result for a failure. */
export { Batch } from './batch'
export { listCalendars, type RemoteCalendar } from './calendars'
export { type Changes, changesSince } from './changes'
export { CalDavError, type CalDavErrorKind, explain } from './error'
export { holdsNoEvents, type ListedObject, listEtags, listMembers } from './listings'
export { makeCalendar } from './make-calendar'
export {
  confirmGone,
  getObject,
  getObjects,
  holdsEvent,
  type RemoteObject,
} from './objects'
export { digestOf, MAX_KEY_LENGTH } from './path'
export { presenceOfCalendar } from './presence'
export { type Connection, type ConnectOptions, connect, isOnServerOf } from './transport'
export { type Destination, deleteObject, moveObject, type Precondition, putObject, type WriteAnswer } from './writes'
