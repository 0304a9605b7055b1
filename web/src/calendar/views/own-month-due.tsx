import { useEffect } from 'preact/hooks'
import { usePeople } from '../../data/people'
import type { Range } from '../data'
import { everybody } from '../who'
import type { MonthDue } from './month'
import { useMonthDue } from './month-due'
import { useOwnDue } from './own-due'

interface OwnMonthDueProps extends Range {
  today: number
  onDue: (due: MonthDue) => void
}

/** Tells what a member's lists have for a month; draws nothing. */
export default function OwnMonthDue({ today, onDue, ...range }: OwnMonthDueProps) {
  const due = useMonthDue(useOwnDue(today), range, everybody(usePeople()))
  useEffect(() => onDue(due), [due])
  return null
}
