import { isUtc, seedZone, zoneQuery } from '../../data/household-zone'
import { useQuery } from '../../data/queries'
import { useMe, useZone } from '../../data/session'
import { useEventFormText } from '../../i18n/event-form'
import { useFormats } from '../../i18n/format'
import { browserZone, toInstant, toWall } from '../../lib/tz'
import { Button } from '../../ui/button'
import { showToast } from '../../ui/toast'
import { type Draft, startOf } from '../draft'

interface UtcNoticeProps {
  draft: Draft
  /** Only what is new is typed on the clock that is chosen now; the times of a stored event stand in the form already. */
  isNew: boolean
}

/** A household that was never told where it lives is on UTC: what is typed there means another time than people think. */
export function UtcNotice({ draft, isNew }: UtcNoticeProps) {
  const { utc } = useEventFormText()
  const formats = useFormats()
  const zone = useZone()
  const here = browserZone()
  const { isAdmin } = useMe()
  const isConcerned = isUtc(zone) && !isUtc(here)
  const { data: household, isFetching } = useQuery(zoneQuery, { enabled: isConcerned && isAdmin })
  if (!isConcerned || household?.isExplicitlySet || (household === undefined && isFetching)) return null
  const wall = startOf(draft)
  const example = () => utc.example(formats.time(wall), formats.time(toWall(toInstant(wall, zone), here)))
  const choose = () => seedZone(here).catch(() => showToast({ text: utc.failed }))
  return (
    <div class="notice warn form-notice" role="status">
      <p>
        {draft.allDay || Number.isNaN(wall) ? utc.plain : example()} {!isAdmin && utc.others}
      </p>
      {isAdmin && isNew && <Button onClick={() => void choose()}>{utc.use(here)}</Button>}
    </div>
  )
}
