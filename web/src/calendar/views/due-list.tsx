import type { ComponentChildren } from 'preact'
import { usePeople } from '../../data/people'
import { useViewsText } from '../../i18n/views'
import { everybody } from '../who'
import { DueItems } from './due-items'
import { useOwnDue } from './own-due'

interface DueListProps {
  day: number
  today: number
  /** What is said where nothing is to be done. */
  otherwise?: ComponentChildren
}

/** What is to be done on a day, beside its events, and by whom. */
export function DueList({ day, today, otherwise = null }: DueListProps) {
  const texts = useViewsText().due
  const { isKnown, on } = useOwnDue(today)
  const due = on(day)
  const people = everybody(usePeople())
  if (due.length === 0) return <>{isKnown && otherwise}</>
  return (
    <ul class="due-list" aria-label={texts.list}>
      <DueItems {...{ due, people }} />
    </ul>
  )
}
