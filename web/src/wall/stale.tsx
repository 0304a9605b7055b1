import type { CalendarData } from '../calendar/data'
import { useAsOfText } from '../calendar/parts/as-of'
import { useReachable } from '../data/connection'
import { useText } from '../i18n'
import { CloudOff } from '../ui/icons'

/** Without a connection, or an answer, a wall says how old it is. */
export function Stale({ data: { coverage, isFailed } }: { data: CalendarData }) {
  const { shell } = useText()
  const asOf = useAsOfText()
  const isReachable = useReachable()
  if (isReachable && !isFailed) return null
  return (
    <span class="chip warn" role="status">
      <CloudOff aria-hidden="true" />
      {coverage.at === null ? shell.unreachable.title : asOf(coverage.at)}
    </span>
  )
}
