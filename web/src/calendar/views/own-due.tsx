import { useMemo } from 'preact/hooks'
import { type Due, dueDays, dueOn } from '../../lists/chores/due'
import { OwnDueRow } from '../../lists/chores/due-row'
import { useDue } from '../../lists/chores/use-due'
import type { ViewItem } from '../../lists/writes/view'
import { useHidden } from '../data'
import { personKey } from '../who'
import type { DueOfDay } from './due-items'

/** What a member's lists have for the days, without what only people who are hidden on this device are to do. */
export function useShownDue(isSharedOnly = false): Due<ViewItem>[] {
  const hidden = useHidden()
  return useDue(isSharedOnly).filter(
    ({ personIds }) => personIds.length === 0 || personIds.some((id) => !hidden.has(personKey(id))),
  )
}

/** The same for each day. `isSharedOnly`: on a screen that all see. */
export function useOwnDue(today: number, isSharedOnly?: boolean): DueOfDay {
  const all = useShownDue(isSharedOnly)
  return (day) =>
    dueOn(all, day, today).map((due) => ({
      key: due.item.key,
      personIds: due.personIds,
      text: due.item.text,
      isLate: due.isLate,
      draw: (words) => <OwnDueRow due={due} {...words} />,
    }))
}

/** The days that have any; the same set as long as they are the same. */
export function useDueDays(today: number): ReadonlySet<number> {
  const days = dueDays(useShownDue(), today)
  return useMemo(() => new Set(days), [days.join()])
}
