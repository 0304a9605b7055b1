import { useViewsText } from '../../i18n/views'
import { OwnDueRow } from '../../lists/chores/due-row'
import { useDue } from '../../lists/chores/use-due'

/** What is to be done on a day, beside its events; nothing where that is nothing. */
export function DueList({ day, today }: { day: number; today: number }) {
  const { due: texts } = useViewsText()
  const due = useDue(day, today)
  if (due.length === 0) return null
  return (
    <ul class="due-list" aria-label={texts.list}>
      {due.map((one) => (
        <li key={one.item.key}>
          <OwnDueRow due={one} />
        </li>
      ))}
    </ul>
  )
}
