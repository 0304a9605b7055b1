import { useId, useRef, useState } from 'preact/hooks'
import { queries, queryClient, useQuery } from '../../data/queries'
import { reminderPreferences } from '../../data/reminder-preferences'
import { useZone } from '../../data/session'
import { useText } from '../../i18n'
import { eventFormTexts, useEventFormText } from '../../i18n/event-form'
import { useFormats } from '../../i18n/format'
import { unsavedTexts } from '../../i18n/unsaved'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { lazy, loadStyle } from '../../ui/lazy'
import { UnfinishedOffer } from '../../ui/unfinished'
import { type Draft, type Problem, problemsOf, titleProblem } from '../draft'
import { NoCalendar } from '../event-dialog/no-calendar'
import type { NewEvent } from '../event-dialog/opened'
import { useForWhom } from '../event-dialog/people-field'
import { save } from '../event-dialog/save'
import { UtcNotice } from '../event-dialog/utc-notice'
import { useCreatedWords } from '../parts/draft-words'
import { Chips, ListChip } from './chips'
import { isByHand, type Part, partsIn, withoutPart, withPart } from './line'
import { looksLikeTime } from './looks-like-time'
import { PartEditor } from './part-editor'
import { onReturn } from './return-key'
import { SentenceField } from './sentence-field'
import { addToList } from './to-list'
import { useLine } from './use-line'

void queryClient.prefetchQuery(reminderPreferences)
await Promise.all([eventFormTexts(), unsavedTexts(), loadStyle('event'), loadStyle('quickadd')])

const SilentDevice = lazy(() => import('../event-dialog/silent-device'))

interface QuickAddProps {
  target: NewEvent
  onClose: () => void
  /** Goes on in the whole form. */
  onMore: (draft: Draft) => void
}

/** In the form nothing corrects the time that was not understood: that is worth waiting for. */
const MORE_PATIENCE_MS = 3_000

/** The chip in which a problem can be mended. */
const PART_OF: Partial<Record<Problem, Part>> = {
  start: 'when',
  end: 'when',
  until: 'recurrence',
  count: 'recurrence',
  interval: 'recurrence',
}

/** Adds an event by one sentence. What of it is understood, and whatever else holds, stands below in chips. */
export default function QuickAdd({ target, onClose, onMore }: QuickAddProps) {
  const { common } = useText()
  const form = useEventFormText()
  const { quickAdd } = form
  const formats = useFormats()
  const zone = useZone()
  const calendars = useQuery(queries.writableCalendars).data
  useQuery(reminderPreferences)
  const wordsOf = useCreatedWords()
  const { line, reading, understood, draft, isTouched, isUnread, change, settle, offer } = useLine(target, zone, onMore)
  const [opened, setOpened] = useState<Part | null>(null)
  const [isTried, setTried] = useState(false)
  const [busyWith, setBusyWith] = useState<'saving' | 'more' | null>(null)
  const isBusy = useRef(false)
  const body = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const [note, editor] = [useId(), useId()]
  const drawn = useForWhom(draft, null)
  const meant = partsIn(line, reading)
  const list = meant.has('list') ? (reading?.list ?? null) : null
  const problems = problemsOf(draft)
  const close = () => body.current?.closest('dialog')?.close()
  if (!isTouched && calendars?.length === 0) return <NoCalendar onClose={onClose} />

  const store = async () => {
    const last = await settle()
    const toList = partsIn(line, last.reading).has('list') ? (last.reading?.list ?? null) : null
    const found = problemsOf(last.draft)
    setTried(true)
    if (found.includes('title') || (toList === null && found.length > 0)) {
      setOpened(found.map((one) => PART_OF[one]).find((part) => part !== undefined) ?? null)
      if (found.includes('title')) field.current?.focus()
      return false
    }
    const { title } = last.draft
    if (toList !== null) addToList(toList.id, title, quickAdd.addedTo(title, toList.name))
    else save({ entry: null, draft: last.draft, original: null, range: null, words: wordsOf(last.draft) }, zone)
    offer.finish()
    close()
    return true
  }
  /** Once is enough, however often it is asked for. `doIt`: whether that was the end of the line. */
  const once = async (what: 'saving' | 'more', doIt: () => Promise<boolean>) => {
    if (isBusy.current) return
    isBusy.current = true
    setBusyWith(what)
    isBusy.current = await doIt()
    setBusyWith(null)
  }
  const submit = () => void once('saving', store)
  const goOn = async () => {
    const { draft } = await settle(MORE_PATIENCE_MS)
    // Whoever has left the line meanwhile finds it again as it was.
    if (body.current?.closest('dialog')?.open !== true) return true
    offer.finish()
    onMore(draft)
    return true
  }
  const takeOff = (part: Part | 'list') => {
    change(withoutPart(line, reading, part))
    if (part === opened) setOpened(null)
    field.current?.focus()
  }
  const isTitleMissing = isTried && problems.includes('title')
  const isLeftUnread = isUnread && looksLikeTime(line.text, quickAdd.timeWords, formats)

  return (
    <Dialog
      title={form.create}
      class="quick-add"
      onClose={onClose}
      onSubmit={submit}
      onKeyDown={(event) => onReturn(event, submit)}
      footer={
        <>
          <Button kind="quiet" class="start" busy={busyWith === 'more'} onClick={() => void once('more', goOn)}>
            {common.more}
          </Button>
          <Button
            kind="quiet"
            onClick={() => {
              offer.finish()
              close()
            }}
          >
            {common.cancel}
          </Button>
          <Button kind="primary" type="submit" busy={busyWith === 'saving'}>
            {common.save}
          </Button>
        </>
      }
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
        <p id={note} class={isTitleMissing ? 'error' : 'hint'} role={isTitleMissing ? 'alert' : 'status'}>
          {isTitleMissing
            ? titleProblem(draft.title, form.problems)
            : isLeftUnread
              ? quickAdd.unread
              : line.text === '' && quickAdd.example}
        </p>
        {list !== null ? (
          <ListChip name={list.name} onTakeOff={() => takeOff('list')} />
        ) : (
          <>
            <Chips
              {...{ draft, drawn, opened, editor }}
              isSaid={(part) => meant.has(part) || isByHand(line, part)}
              onOpen={(part) => setOpened(part === opened ? null : part)}
              onTakeOff={takeOff}
            />
            {opened !== null && (
              <PartEditor
                id={editor}
                part={opened}
                {...{ draft, drawn }}
                problems={isTried ? problems : []}
                onChange={(changed) => change(withPart(line, opened, changed))}
              />
            )}
            {draft.reminders.length > 0 && opened !== 'reminders' && (
              <SilentDevice isChosen={meant.has('reminders') || isByHand(line, 'reminders')} />
            )}
          </>
        )}
        <UtcNotice draft={draft} isNew />
      </div>
    </Dialog>
  )
}
