import type { CalendarData } from '../calendar/data'
import { type Answered, useKnown, useTold } from '../calendar/freshness'
import { useAsOfText } from '../calendar/parts/as-of'
import { useReachable } from '../data/connection'
import { useText } from '../i18n'
import { CloudOff } from '../ui/icons'

const answeredOf = ({ coverage: { at }, isFailed }: CalendarData): Answered => ({ at, isFailed })

/** How old the calendars on the wall are, where that is to be said; which of them cannot be read. */
export function WallAge({ data }: { data: CalendarData }) {
  const { calendar } = useText()
  const answered = answeredOf(data)
  const known = useKnown(answered)
  const words = data.neverRead === null ? null : calendar.firstRead(data.neverRead.names)
  return (
    <Stale
      data={data}
      at={useTold(known, answered)}
      title={known.failing.map(calendar.unread).join(' ')}
      words={words}
    />
  )
}

interface StaleProps {
  data: CalendarData
  /** The moment to be told; by default that of the last answer, where no newer one comes. */
  at?: number | null
  title?: string
  /** What is to be told where nothing is older than it looks. */
  words?: string | null
}

/** Without a connection, or an answer, a wall says how old it is. */
export function Stale({ data: { coverage, isFailed }, at = null, title, words = null }: StaleProps) {
  const { shell } = useText()
  const asOf = useAsOfText()
  const isReachable = useReachable()
  const isMissing = !isReachable || isFailed
  const told = at ?? (isMissing ? coverage.at : null)
  if (!isMissing && told === null && words === null) return null
  return (
    <span class={isMissing ? 'chip warn' : 'chip'} role="status" title={title || undefined}>
      <CloudOff aria-hidden="true" />
      {told === null ? (words ?? shell.unreachable.title) : asOf(told)}
    </span>
  )
}
