import { useId, useRef, useState } from 'preact/hooks'
import { queries, queryClient, useQuery } from '../../data/queries'
import { reminderPreferences } from '../../data/reminder-preferences'
import { useZone } from '../../data/session'
import { useText } from '../../i18n'
import { eventFormTexts, useEventFormText } from '../../i18n/event-form'
import { useFormats } from '../../i18n/format'
import { unsavedTexts } from '../../i18n/unsaved'
import { needs } from '../../lib/needs'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { loadStyle } from '../../ui/lazy'
import { UnfinishedOffer } from '../../ui/unfinished'
import { type Draft, type Problem, problemsOf, titleProblem } from '../draft'
import { NoCalendar } from '../event-dialog/no-calendar'
import type { NewEvent } from '../event-dialog/opened'
import { useForWhom } from '../event-dialog/people-field'
import { UtcNotice } from '../event-dialog/utc-notice'
import { type Part, partToMend } from './line'
import { looksLikeTime } from './looks-like-time'
import { Parts } from './parts'
import { onReturn } from './return-key'
import { SentenceField } from './sentence-field'
import { type LineState, useLine } from './use-line'
import { useSaving } from './use-saving'

void queryClient.prefetchQuery(reminderPreferences)
needs(() => Promise.all([eventFormTexts(), unsavedTexts(), loadStyle('event'), loadStyle('quickadd')]))

interface QuickAddProps {
  target: NewEvent
  onClose: () => void
  /** Goes on in the whole form. */
  onMore: (draft: Draft) => void
}

/** Adds an event by one sentence. What of it is understood, and whatever else holds, stands below in chips. */
export default function QuickAdd({ target, onClose, onMore }: QuickAddProps) {
  const form = useEventFormText()
  const zone = useZone()
  const calendars = useQuery(queries.writableCalendars).data
  useQuery(reminderPreferences)
  const state = useLine(target, zone, onMore)
  const { line, understood, draft, isTouched, change, offer } = state
  const [opened, setOpened] = useState<Part | null>(null)
  const body = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const note = useId()
  const drawn = useForWhom(draft, null)
  const onRefused = (found: readonly Problem[]) => {
    setOpened(partToMend(found))
    if (found.includes('title')) field.current?.focus()
  }
  const dialog = () => body.current?.closest('dialog') ?? null
  const { isTried, busyWith, leave, submit, more } = useSaving({ state, zone, dialog, onRefused, onMore })
  if (!isTouched && calendars?.length === 0) return <NoCalendar onClose={onClose} />
  const problems = isTried ? problemsOf(draft) : []
  const isTitleMissing = problems.includes('title')

  return (
    <Dialog
      title={form.create}
      class="quick-add"
      onClose={onClose}
      onSubmit={submit}
      onKeyDown={(event) => onReturn(event, submit)}
      footer={<Footer {...{ busyWith, more, leave }} />}
    >
      <div ref={body}>
        {offer.what !== null && <UnfinishedOffer what={offer.what} onResume={offer.resume} onDiscard={offer.discard} />}
        <SentenceField
          {...{ understood, drawn, note }}
          isBusy={busyWith !== null}
          text={line.text}
          isInvalid={isTitleMissing}
          inputRef={field}
          onInput={(text) => change({ ...line, text })}
        />
        <Note id={note} {...{ state, isTitleMissing }} />
        <Parts {...{ state, drawn, problems, opened }} onOpen={setOpened} onTakenOff={() => field.current?.focus()} />
        <UtcNotice draft={draft} isNew />
      </div>
    </Dialog>
  )
}

/** What is said about the line. */
function Note({ id, state, isTitleMissing }: { id: string; state: LineState; isTitleMissing: boolean }) {
  const { line, draft, isUnread } = state
  const { problems, quickAdd } = useEventFormText()
  const formats = useFormats()
  if (isTitleMissing) {
    return (
      <p id={id} class="error" role="alert">
        {titleProblem(draft.title, problems)}
      </p>
    )
  }
  const isLeftUnread = isUnread && looksLikeTime(line.text, quickAdd.timeWords, formats)
  return (
    // The example describes the field already.
    <p id={id} class="hint" role={line.text === '' ? undefined : 'status'}>
      {isLeftUnread ? quickAdd.unread : line.text === '' && quickAdd.example}
    </p>
  )
}

type FooterProps = Pick<ReturnType<typeof useSaving>, 'busyWith' | 'more' | 'leave'>

function Footer({ busyWith, more, leave }: FooterProps) {
  const { common } = useText()
  return (
    <>
      <Button kind="quiet" class="start" busy={busyWith === 'more'} onClick={more}>
        {common.more}
      </Button>
      <Button kind="quiet" onClick={leave}>
        {common.cancel}
      </Button>
      <Button kind="primary" type="submit" busy={busyWith === 'saving'}>
        {common.save}
      </Button>
    </>
  )
}
