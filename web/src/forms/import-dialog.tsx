import { useEffect, useMemo, useState } from 'preact/hooks'
import { MAX_FILE_BYTES } from '../../../src/platform/limits'
import { onReachable } from '../data/connection'
import { ApiError } from '../data/http'
import { forgetImport, type ImportPreview, previewImport, type Source, startImport, UNREADABLE } from '../data/import'
import { type OwnCalendar, ownCalendars } from '../data/own-calendars'
import { queries, useQuery } from '../data/queries'
import type { WritableCalendar } from '../data/types'
import { useText } from '../i18n'
import { useFormats } from '../i18n/format'
import { importTexts, useImportText } from '../i18n/import'
import { secondaryTexts, useSecondaryText } from '../i18n/secondary'
import { needs } from '../lib/needs'
import { dayOfIso } from '../lib/tz'
import { uuid } from '../lib/uuid'
import { Button } from '../ui/button'
import { closeDialog, Dialog } from '../ui/dialog'
import { SelectField } from '../ui/field'
import { FormError } from './form-dialog'
import { ImportProgress, useRunningImport } from './import-progress'
import { Loaded } from './section'
import { messageFor, useSubmit } from './submit'

needs(() => Promise.all([secondaryTexts(), importTexts()]))

interface ImportDialogProps {
  /** Null: one of the member's calendars, to be chosen here. */
  source: Source | null
  onClose: () => void
}

/** Asks what is to go where, shows what that would do, and how far it has come. */
export default function ImportDialog({ source, onClose }: ImportDialogProps) {
  const texts = useImportText()
  const { data: calendars } = useQuery(queries.writableCalendars)
  const { data: own } = useQuery(ownCalendars, { enabled: source === null })
  const isReady = calendars !== undefined && (source !== null || own !== undefined)
  const [hasBegun, setBegun] = useState(false)
  const { state, isReached } = useRunningImport()
  const isOther = !hasBegun && state?.status === 'running'
  const title = source === null ? texts.copyTitle : texts.title
  if (hasBegun || isOther) return <Progress {...{ title, state, isReached, isOther, onClose }} />
  if (isReady && calendars.length > 0) {
    return <Choice {...{ title, source, calendars, own: own ?? [], onClose }} onBegun={() => setBegun(true)} />
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Loaded<unknown> query={calendars && source === null ? ownCalendars : queries.writableCalendars}>
        {() => <p role="status">{texts.noCalendar}</p>}
      </Loaded>
    </Dialog>
  )
}

interface ChoiceProps {
  title: string
  source: Source | null
  calendars: readonly WritableCalendar[]
  own: readonly OwnCalendar[]
  onBegun: () => void
  onClose: () => void
}

function Choice({ title, source: given, calendars, own, onBegun, onClose }: ChoiceProps) {
  const texts = useImportText()
  const { common } = useText()
  const [from, setFrom] = useState(() => own[0]?.id ?? 0)
  const targets =
    given === null ? calendars.filter(({ url }) => url !== own.find(({ id }) => id === from)?.url) : calendars
  const [chosen, setChosen] = useState('')
  const url = (targets.find((one) => one.url === chosen) ?? targets.find(isPersonal) ?? targets[0])?.url
  const source: Source = given ?? { kind: 'calendar', id: from }
  const looked = usePreview(source, url)
  const messages = useMessages()
  const { isBusy, error, submit } = useSubmit(messages)
  const key = useMemo(uuid, [from, url])
  const { preview } = looked
  const fresh = preview === null ? 0 : preview.total - preview.known - preview.skipped
  const begin = async () => {
    if (url === undefined || preview === null) return
    if (await submit(() => startImport(source, url, key))) onBegun()
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={begin}
      footer={
        <>
          <Button kind="quiet" onClick={(event) => closeDialog(event.currentTarget)}>
            {common.cancel}
          </Button>
          <Button
            kind="primary"
            type="submit"
            busy={isBusy}
            disabled={preview === null || preview.total === preview.skipped}
          >
            {fresh === 0 ? texts.action : given === null ? texts.copyAction(fresh) : texts.bring(fresh)}
          </Button>
        </>
      }
    >
      {given === null && <p class="hint">{texts.copyHint}</p>}
      {given === null && (
        <SelectField
          label={texts.from}
          value={String(from)}
          options={own.map(({ id, displayName }) => ({ value: String(id), label: displayName }))}
          onChange={(id) => setFrom(Number(id))}
        />
      )}
      {url === undefined ? (
        <p role="status">{texts.noCalendar}</p>
      ) : (
        <>
          <SelectField
            label={texts.into}
            value={url}
            options={targets.map((one) => ({ value: one.url, label: one.displayName }))}
            onChange={setChosen}
          />
          {looked.error === '' && (
            <div class="import-preview" role="status">
              {preview === null ? <p>{texts.looking}</p> : <Preview {...preview} />}
            </div>
          )}
        </>
      )}
      <FormError>{error || looked.error}</FormError>
      {looked.isPassing && <Button onClick={looked.again}>{common.tryAgain}</Button>}
    </Dialog>
  )
}

/** The own ones come first. */
const isPersonal = ({ isShared }: WritableCalendar) => !isShared

/** What goes wrong with files, in words. */
function useMessages() {
  const { notACalendar, tooLarge, tooMany, readOnly, unreadable } = useImportText()
  return { 400: notACalendar, 413: tooLarge, 409: tooMany, 403: readOnly, [UNREADABLE]: unreadable }
}

interface Looked {
  preview: ImportPreview | null
  error: string
  /** The same may succeed later. */
  isPassing?: boolean
}

/** What would happen; asked anew for another calendar, by `again`, and when there is a connection again. */
function usePreview(source: Source, url: string | undefined): Looked & { again: () => void } {
  const texts = useImportText()
  const { settings } = useSecondaryText()
  const messages = useMessages()
  const [looked, setLooked] = useState<Looked>({ preview: null, error: '' })
  const [round, setRound] = useState(0)
  const { isPassing } = looked
  const again = () => setRound((before) => before + 1)
  const isTooLarge = source.kind === 'file' && source.file.size > MAX_FILE_BYTES
  useEffect(() => {
    setLooked({ preview: null, error: isTooLarge ? texts.tooLarge : '' })
    if (url === undefined || isTooLarge) return
    const asking = new AbortController()
    previewImport(source, url, asking.signal).then(
      (preview) => asking.signal.aborted || setLooked({ preview, error: '' }),
      (failure) => {
        if (asking.signal.aborted) return
        if (!(failure instanceof ApiError)) throw failure
        const error = messageFor(failure, settings, messages)
        setLooked({ preview: null, error, isPassing: failure.isTransient })
      },
    )
    return () => asking.abort()
  }, [url, source.kind === 'calendar' ? source.id : source.file, round])
  useEffect(() => (isPassing ? onReachable(again) : undefined), [isPassing])
  return { ...looked, again }
}

function Preview({ total, known, skipped, from, to }: ImportPreview) {
  const texts = useImportText()
  const formats = useFormats()
  const count = total - skipped
  const day = (text: string) => formats.fullYear(dayOfIso(text))
  if (count === 0) return <p>{texts.nothing}</p>
  return (
    <>
      <p>
        <strong>{texts.found(count)}</strong>
      </p>
      {from !== null && (
        <p>
          {to === null ? texts.since(day(from)) : from === to ? texts.onDay(day(from)) : texts.days(day(from), day(to))}
        </p>
      )}
      {known > 0 && <p>{known === count ? texts.allKnown : texts.known(known)}</p>}
      {skipped > 0 && <p>{texts.skipped(skipped)}</p>}
    </>
  )
}

interface ProgressProps extends ReturnType<typeof useRunningImport> {
  title: string
  /** One that was begun before: what is chosen now can follow it. */
  isOther: boolean
  onClose: () => void
}

function Progress({ title, state, isReached, isOther, onClose }: ProgressProps) {
  const texts = useImportText()
  const close = () => {
    if (state?.status !== 'running') forgetImport()
    onClose()
  }
  return (
    <Dialog
      title={title}
      onClose={close}
      footer={
        <Button kind="primary" onClick={(event) => closeDialog(event.currentTarget)}>
          {texts.close}
        </Button>
      }
    >
      {isOther && <p>{texts.oneByOne}</p>}
      {state === null ? <p role="status">{texts.gone}</p> : <ImportProgress {...{ state, isReached }} />}
    </Dialog>
  )
}
