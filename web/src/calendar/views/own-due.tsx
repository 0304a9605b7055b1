import { OwnDueRow } from '../../lists/chores/due-row'
import { useDue } from '../../lists/chores/use-due'
import type { DueThing } from './people-day'

/** What a member's lists have for a day. `isSharedOnly`: on a screen that all see. */
export const useOwnDue = (day: number, today: number, isSharedOnly = false): DueThing[] =>
  useDue(day, today, isSharedOnly).map((due) => ({
    key: due.item.key,
    personIds: due.personIds,
    drawn: <OwnDueRow due={due} />,
  }))
