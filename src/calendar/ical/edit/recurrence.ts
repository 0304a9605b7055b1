import { dayOfWall } from '../civil'
import type { EventForm } from '../form'
import { formBound } from '../form-times'
import { withBound } from '../recurrence'
import { ruleOf } from '../recurrence-rule'
import type { Place } from '../times'
import { type Editing, overridesOf, removeEvents } from './editing'

type Changes = Partial<EventForm>

/** Whether the event recurs once the changes are written. */
export function willRecur({ block }: Editing, { recurrence }: Changes): boolean {
  // An override that stands alone is one instance of a series that is elsewhere.
  if (block.property('RECURRENCE-ID')) return false
  if (recurrence !== undefined) return recurrence !== 'none'
  return block.property('RRULE') !== undefined || block.property('RDATE') !== undefined
}

/** Writes the recurrence the changes ask for, for a series that starts there. Tells whether anything changed. */
export function writeRecurrence(editing: Editing, changes: Changes, to: Place): boolean {
  const { block, household } = editing
  const { recurrence } = changes
  const start = { isDate: to.value.isDate, isFloating: to.clock.kind === 'floating', household }
  if (recurrence === 'none') return clearRecurrence(editing)
  if (recurrence !== undefined) {
    const rule = ruleOf(recurrence, dayOfWall(to.value.wall))
    block.set('RRULE', `RRULE:${withBound(rule, formBound(changes), start)}`)
    block.remove('EXRULE')
    return true
  }
  if (changes.recurrenceUntil === undefined && changes.recurrenceCount === undefined) return false
  const bound = formBound(changes)
  return block.rewrite('RRULE', ({ value }) => `RRULE:${withBound(value, bound, start)}`)
}

/** Without a rule there are no instances that could be excluded, added or replaced. */
function clearRecurrence(editing: Editing): boolean {
  const removed = ['RRULE', 'RDATE', 'EXDATE', 'EXRULE'].map((name) => editing.block.remove(name))
  return [...removed, removeEvents(editing, overridesOf(editing))].some(Boolean)
}
