import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { ApiError } from '../data/http'
import { type ImportState, lookAtImport, refusedQuery, running, stopImport } from '../data/import'
import { useQuery } from '../data/queries'
import { useFormats } from '../i18n/format'
import { useImportText } from '../i18n/import'
import { useStore } from '../lib/store'
import { dayOfIso } from '../lib/tz'
import { Button } from '../ui/button'
import { FormError } from './form-dialog'
import { useSubmit } from './submit'

const LOOK_EVERY_MS = 1_000
/** Between two looks when one after the other is in vain. */
const LOOK_MOST_MS = 15_000

/**
 * The latest import on this device, looked at as long as it runs; null: there is none. `isLooked`: false where something
 * else on the screen looks at it.
 */
export function useRunningImport(isLooked = true): { state: ImportState | null; isReached: boolean } {
  const state = useStore(running)
  const [isReached, setReached] = useState(true)
  const isRunning = state === null || state.status === 'running'
  useEffect(() => {
    if (!isRunning || !isLooked) return
    let wait = LOOK_EVERY_MS
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const look = async () => {
      if (document.hidden) return lookLater()
      const isFound = await lookAtImport().then(() => true, isOther)
      if (isOver) return
      setReached(isFound)
      wait = isFound ? LOOK_EVERY_MS : Math.min(wait * 2, LOOK_MOST_MS)
      if (running.get() !== null || !isFound) lookLater()
    }
    const lookLater = () => {
      timer = setTimeout(look, wait)
    }
    void look()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isRunning, isLooked, state === null])
  return { state, isReached }
}

/** No answer says nothing about the import. @throws what is no answer of the service */
function isOther(error: unknown): false {
  if (error instanceof ApiError) return false
  throw error
}

/** How far an import has come, or what has become of it. */
export function ImportProgress({ state, isReached }: { state: ImportState; isReached: boolean }) {
  const texts = useImportText()
  const id = useId()
  const { isBusy, error, submit } = useSubmit()
  const { total, done, known, failed, skipped } = state
  if (state.status !== 'running') return <Result state={state} />
  const ended = done + known + failed + skipped
  return (
    <div class="import-progress">
      <p id={id}>{texts.running}</p>
      <Bar key={state.id} labelledBy={id} share={ended / Math.max(total, 1)} />
      <div class="import-line">
        <p class="hint">{texts.progress(ended, total)}</p>
        <Button busy={isBusy} onClick={() => submit(() => stopImport(state.id))}>
          {texts.stop}
        </Button>
      </div>
      <p class="hint" role="status">
        {isReached ? texts.goesOn : texts.noConnection}
      </p>
      <FormError>{error}</FormError>
    </div>
  )
}

/** Never goes back: what a server takes only in parts is more than was found. */
function Bar({ labelledBy, share }: { labelledBy: string; share: number }) {
  const furthest = useRef(0)
  furthest.current = Math.max(furthest.current, share)
  return <progress aria-labelledby={labelledBy} value={furthest.current} />
}

function Result({ state }: { state: ImportState }) {
  const texts = useImportText()
  const { status, total, done, known, failed, skipped } = state
  const left = total - done - known - failed - skipped
  const title = { running: '', done: texts.finished, cancelled: texts.stopped, failed: texts.broken }[status]
  const lines = [
    texts.done(done),
    known > 0 && texts.wereKnown(known),
    failed > 0 && (status === 'failed' ? texts.notWritten(failed) : texts.failed(failed)),
    left > 0 && texts.notWritten(left),
    skipped > 0 && texts.skipped(skipped),
  ]
  return (
    <div class="import-result" role="status">
      <p>
        <strong>{title}</strong>
      </p>
      {lines.map((line) => line && <p key={line}>{line}</p>)}
      {failed > 0 && <Refused state={state} />}
    </div>
  )
}

/** What was not written, by name. */
function Refused({ state: { id, failed } }: { state: ImportState }) {
  const texts = useImportText()
  const formats = useFormats()
  const { data: refused = [] } = useQuery(refusedQuery(id))
  const more = failed - refused.length
  if (refused.length === 0) return null
  return (
    <ul class="import-refused">
      {refused.map(({ title, day }, index) => (
        <li key={index}>
          {title || texts.untitled} {day !== null && <small>{formats.fullYear(dayOfIso(day))}</small>}
        </li>
      ))}
      {more > 0 && <li>{texts.more(more)}</li>}
    </ul>
  )
}
