import { useReachable } from '../data/connection'
import { queries, refresh, useQuery } from '../data/queries'
import { useText } from '../i18n'
import { CalendarDays, CloudOff, RefreshCw } from '../ui/icons'
import type { CalendarData, Range } from './data'
import { SlimNote } from './parts/slim-note'

interface AreaNotesProps {
  data: CalendarData
  /** The days on screen. */
  seen: Range
}

/** What has to be said above the calendar. */
export default function AreaNotes(props: AreaNotesProps) {
  return (
    <>
      <NotConnected />
      <NotLoaded {...props} />
    </>
  )
}

/** Unknown days are not empty days: says so, with a button to ask again where that may help. */
function NotLoaded({ data: { coverage, neverRead }, seen }: AreaNotesProps) {
  const { calendar } = useText()
  const isReachable = useReachable()
  const states = Array.from({ length: seen.days }, (_, index) => coverage.stateOf(seen.first + index))
  const isUnknown = states.includes('unknown')
  if (!isUnknown && neverRead === null) return null
  const words = () => {
    if (!isReachable) return calendar.notHere
    if (neverRead !== null) return (neverRead.hasFailed ? calendar.neverRead : calendar.firstRead)(neverRead.names)
    return states.includes('known') ? calendar.someNotLoaded : calendar.unreachable
  }
  const askAgain = () => {
    refresh(queries.events.queryKey)
    refresh(queries.freshness.queryKey)
  }
  return (
    <SlimNote
      icon={isUnknown ? <CloudOff aria-hidden="true" /> : <RefreshCw aria-hidden="true" />}
      onAgain={isUnknown && isReachable ? askAgain : null}
    >
      {words()}
    </SlimNote>
  )
}

/** Tells a member without a calendar what to do; the calendar stays visible. */
function NotConnected() {
  const { noCalendar } = useText().calendar
  const calendars = useQuery(queries.writableCalendars).data
  if (calendars?.length !== 0) return null
  return (
    <div class="area-note">
      <CalendarDays aria-hidden="true" />
      <p>
        <b>{noCalendar.title}</b> {noCalendar.body}
      </p>
      <a class="button primary" href="/account">
        {noCalendar.action}
      </a>
    </div>
  )
}
