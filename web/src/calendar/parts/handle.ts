import { type Entry, isReadOnly } from '../entries'

/** By what an event that is drawn can be picked up; one that only somebody else can change says so when it is tried. */
export const handleOf = (item: Entry) =>
  isReadOnly(item) ? { 'data-fixed': item.key } : { 'data-entry': item.key, 'aria-describedby': 'drag-hint' }
