import { useZone } from '../../data/session'
import type { WritableCalendar } from '../../data/types'
import { useEventFormText } from '../../i18n/event-form'
import { useFormats } from '../../i18n/format'
import { Button } from '../../ui/button'
import type { PlacedEntry } from '../data'
import { type Draft, draftOfForm, newDraft } from '../draft'
import { createEvent } from '../writes/actions'
import { copyForm } from './copy'
import { DayQuestion } from './day-question'
import { daysToCopy } from './other-days'
import { type Details, isKnown } from './use-details'

interface CopyQuestionProps {
  placed: PlacedEntry
  details: Details
  personIds: number[]
  calendars: readonly WritableCalendar[]
  today: number
  /** Takes a copy that is to be changed before it is saved. */
  onCopy: ((draft: Draft) => void) | undefined
  /** Leaves the card, for something else if need be. */
  onLeave: (then?: () => void) => void
  onClose: () => void
}

/** Asks for the day on which an event is to be once more. */
export function CopyQuestion(props: CopyQuestionProps) {
  const { placed, details, personIds, calendars, today, onCopy, onLeave, onClose } = props
  const { item: entry, firstDay } = placed
  const { card } = useEventFormText()
  const formats = useFormats()
  const zone = useZone()
  const copyOn = (day: number) => {
    const known = isKnown(details) ? details : null
    return copyForm({ entry, details: known, personIds, days: day - firstDay, zone, calendars })
  }
  const copyTo = (day: number) => {
    createEvent(copyOn(day), card.copied(entry.label, formats.full(day)))
    onClose()
    onLeave()
  }
  const copyAndEdit = () => {
    const form = copyOn(firstDay + 7)
    onLeave(() => onCopy?.(draftOfForm(form, newDraft({ day: firstDay }, form.calendarUrl ?? ''), zone)))
  }
  return (
    <DayQuestion
      title={card.copyTo(entry.label)}
      day={firstDay}
      today={today}
      daysOf={daysToCopy}
      onPick={copyTo}
      onClose={onClose}
    >
      {!isKnown(details) && <p class="hint">{card.partlyCopied}</p>}
      {onCopy && (
        <Button kind="quiet" onClick={copyAndEdit}>
          {card.copyAndEdit}
        </Button>
      )}
    </DayQuestion>
  )
}
