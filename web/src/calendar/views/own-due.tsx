import { useMemo } from 'preact/hooks'
import { dueDays, dueOn } from '../../lists/chores/due'
import { OwnDueRow } from '../../lists/chores/due-row'
import { type KnownDue, useDue } from '../../lists/chores/use-due'
import { useHidden } from '../hidden'
import { personKey } from '../who'
import type { DueByDay } from './due-items'

/** Tells what is for somebody whom this device shows, or for anybody. */
export function useIsShown(): (due: { personIds: readonly number[] }) => boolean {
  const hidden = useHidden()
  return ({ personIds }) => personIds.length === 0 || personIds.some((id) => !hidden.has(personKey(id)))
}

/** What a member's lists have for the days, without what only people who are hidden on this device are to do. */
function useShownDue(isSharedOnly = false): KnownDue {
  const isShown = useIsShown()
  const { due, ...known } = useDue(isSharedOnly)
  return { due: due.filter(isShown), ...known }
}

/** The same for each day. `isSharedOnly`: on a screen that all see. */
export function useOwnDue(today: number, isSharedOnly?: boolean): DueByDay {
  const { due: all, ...known } = useShownDue(isSharedOnly)
  const on: DueByDay['on'] = (day) =>
    dueOn(all, day, today).map((due) => ({
      key: due.item.key,
      personIds: due.personIds,
      text: due.item.text,
      isLate: due.isLate,
      draw: (words) => <OwnDueRow due={due} {...words} />,
    }))
  return { ...known, on }
}

/** The days that have any; the same set as long as they are the same. */
export function useDueDays(today: number): ReadonlySet<number> {
  const days = dueDays(useShownDue().due, today)
  return useMemo(() => new Set(days), [days.join()])
}
