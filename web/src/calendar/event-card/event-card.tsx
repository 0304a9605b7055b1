import { useId, useRef, useState } from 'preact/hooks'
import { queries, useQuery } from '../../data/queries'
import { useZone } from '../../data/session'
import { eventFormTexts } from '../../i18n/event-form'
import { unsavedTexts } from '../../i18n/unsaved'
import { useNow } from '../../lib/clock'
import { placeAll } from '../../lib/layout'
import { needs } from '../../lib/needs'
import { useSteady } from '../../lib/steady'
import { dayOf } from '../../lib/tz'
import { Dialog } from '../../ui/dialog'
import { loadStyle } from '../../ui/lazy'
import type { Draft } from '../draft'
import { type Entry, isReadOnly } from '../entries'
import { useGuests } from '../event-dialog/meeting'
import { isNew } from '../event-ref'
import { ForWhom } from '../parts/for-whom'
import { colorsOf } from '../parts/people'
import { useRangeQuestion } from '../parts/range-question'
import { openedOf } from '../writes/changes'
import { CopyQuestion } from './copy-question'
import { JoinCall, Lines, Who } from './lines'
import { MoveQuestion } from './move-question'
import { remove } from './remove'
import { SaveLine, useSave } from './save-line'
import { isKnown, useDetails } from './use-details'
import { useForWhom } from './use-for-whom'
import { Verbs } from './verbs'

needs(() => Promise.all([eventFormTexts(), unsavedTexts(), loadStyle('event'), loadStyle('card')]))

interface EventCardProps {
  entry: Entry
  onClose: () => void
  /** Without it the card is for reading alone. */
  onEdit?: () => void
  /** Takes a copy that is to be changed before it is saved. */
  onCopy?: (draft: Draft) => void
}

/** An event to read: everything at once that the device has of it, the rest as soon as it is told. */
export default function EventCard({ entry, onClose, onEdit, onCopy }: EventCardProps) {
  const zone = useZone()
  const today = dayOf(useNow(zone))
  const body = useRef<HTMLDivElement>(null)
  const when = useId()
  const calendars = useQuery(queries.writableCalendars).data ?? []
  const found = { details: useDetails(entry), save: useSave(entry), guests: useGuests(entry, !isReadOnly(entry)) }
  const { details, save, guests } = useSteady(found)
  const { ask, question } = useRangeQuestion()
  const [asksFor, setAsksFor] = useState<'move' | 'copy' | null>(null)
  const known = isKnown(details)
    ? { base: openedOf(details), counts: details.occurrences ?? null }
    : { base: null, counts: null }
  const { personIds, drawn, choose } = useForWhom(entry, known, ask)
  const placed = placeAll([entry], zone)[0]!
  const isFailed = save?.state === 'failed'
  // What was to become of one that is gone is still to be decided.
  const isThere = details !== 'gone' || isFailed
  const isChangeable = onEdit !== undefined && !isReadOnly(entry) && isThere
  const isUnmade = isFailed && isNew(entry.ref)

  /** What follows once the browser has closed the card, and has given the focus back. */
  const next = useRef(onClose)
  const leave = (then = onClose) => {
    next.current = then
    body.current?.closest('dialog')?.close()
  }
  const answered = () => setAsksFor(null)
  const removeIt = () => void remove({ entry, known, zone, ask, onClose: leave })

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isChangeable || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'e') leave(onEdit)
    else if (!isUnmade && (event.key === 'Delete' || event.key === 'Backspace')) removeIt()
    else return
    event.preventDefault()
  }

  const notes = isKnown(details) ? details.description : ''
  return (
    <>
      <Dialog
        title={entry.label}
        class="event-card"
        describedBy={when}
        style={colorsOf(drawn)}
        onClose={() => next.current()}
        onKeyDown={onKeyDown}
        footer={
          isChangeable && (
            <Verbs
              onEdit={() => leave(onEdit)}
              {...(!isFailed && { onMove: () => setAsksFor('move'), onCopy: () => setAsksFor('copy') })}
              {...(!isUnmade && { onDelete: removeIt })}
            />
          )
        }
      >
        <div ref={body} class="card-body">
          <SaveLine save={save} current={isUnmade ? null : known.base} onDone={leave} />
          <JoinCall texts={[entry.location ?? '', notes]} />
          <Lines {...{ placed, details, today, guests }} whenId={when}>
            {isChangeable && !isFailed ? (
              <ForWhom drawn={drawn} onChange={(chosen) => void choose(chosen)} />
            ) : (
              <Who people={drawn} />
            )}
          </Lines>
        </div>
      </Dialog>
      {asksFor === 'move' && <MoveQuestion {...{ placed, today, ask }} onMoved={leave} onClose={answered} />}
      {asksFor === 'copy' && (
        <CopyQuestion
          {...{ placed, details, personIds, calendars, today }}
          onLeave={leave}
          onCopy={onCopy}
          onClose={answered}
        />
      )}
      {question}
    </>
  )
}
