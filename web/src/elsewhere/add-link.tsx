import { useRef, useState } from 'preact/hooks'
import { MAX_SUBSCRIPTION_URL_LENGTH } from '../../../src/platform/limits'
import type { ApiError } from '../data/http'
import { usePeople } from '../data/people'
import { useZone } from '../data/session'
import { unusedColor } from '../forms/colors'
import { FormError } from '../forms/form-dialog'
import { messageFor, useSubmit } from '../forms/submit'
import { type NewSubscription, type Preview, type Subscription, subscribe } from '../forms/subscriptions'
import { useElsewhereText } from '../i18n/elsewhere'
import { useFormats } from '../i18n/format'
import { useSecondaryText } from '../i18n/secondary'
import { dayOf, dayOfIso, toWall } from '../lib/tz'
import { Button } from '../ui/button'
import { TextField } from '../ui/field'
import { Form } from '../ui/form'
import { showToast } from '../ui/toast'
import { linkOf, type Previewed, usePreview } from './use-preview'

/** A field for a link; what stands behind it shows by itself. */
export function AddLink({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  const { subscriptions: texts } = useElsewhereText()
  const people = usePeople()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const isPasted = useRef(false)
  const link = linkOf(text)
  const previewed = usePreview(link, isPasted.current)
  // What is tried again says the same as before: its colour is in use by then if it was made after all.
  const sent = useRef<NewSubscription | null>(null)
  const { isBusy, error, setError, submit } = useSubmit({
    400: texts.notALink,
    409: texts.tooMany,
    422: texts.reasons.address,
  })

  const isUnreadable = previewed.state === 'unreadable' && previewed.error.status === 422
  const isRefused = isUnreadable && reasonOf(previewed.error) === 'address'

  const type = (typed: string) => {
    // A key adds one character.
    isPasted.current = typed.length > text.length + 1
    setText(typed)
    setProblem('')
    setError('')
  }
  const save = async () => {
    if (link === null) {
      setProblem(text.trim() === '' ? texts.needLink : texts.notALink)
      return
    }
    setProblem('')
    const known = previewed.state === 'read' ? previewed.preview : null
    if (sent.current?.url !== link)
      sent.current = {
        url: link,
        ...(!known?.color && { color: unusedColor([...people, ...subscriptions].map((one) => one.color)) }),
      }
    if (!(await submit(() => subscribe(sent.current!)))) return
    sent.current = null
    setText('')
    showToast({ text: known ? texts.added : isUnreadable ? texts.addedUnreadable : texts.addedUnseen })
  }
  return (
    <Form class="link-form" onSubmit={() => void save()}>
      <TextField
        label={texts.link}
        hint={texts.linkHint}
        type="url"
        autoComplete="off"
        autoCapitalize="off"
        maxLength={MAX_SUBSCRIPTION_URL_LENGTH}
        placeholder="https://…"
        value={text}
        onInput={type}
        error={problem}
      />
      <Found previewed={previewed} />
      <FormError>{isRefused ? '' : error}</FormError>
      <Button type="submit" kind="primary" busy={isBusy} disabled={isRefused}>
        {isUnreadable && !isRefused ? texts.addAnyway : texts.add}
      </Button>
    </Form>
  )
}

/** Why it cannot be read, where that does not pass by itself: a link that is not kept is not tried again. */
const LASTING: ReadonlySet<string> = new Set(['address', 'certificate', 'redirect', 'not-calendar', 'too-large'])

/** An address that the service need not ask is told in a sentence. */
const reasonOf = ({ message }: ApiError): string => (message.startsWith('url:') ? 'address' : message)

/** What stands behind the link. */
function Found({ previewed }: { previewed: Previewed }) {
  const { subscriptions: texts } = useElsewhereText()
  const { settings } = useSecondaryText()
  const reason = previewed.state === 'unreadable' ? reasonOf(previewed.error) : ''
  return (
    <div class="link-preview" role="status">
      {previewed.state === 'reading' && <p class="hint">{texts.reading}</p>}
      {previewed.state === 'unreadable' && (
        <p class="notice bad">
          {messageFor(previewed.error, settings, {
            400: texts.notALink,
            422: (LASTING.has(reason) && texts.reasons[reason]) || texts.unreadable,
          })}
        </p>
      )}
      {previewed.state === 'read' && <Events preview={previewed.preview} />}
    </div>
  )
}

function Events({ preview: { name, total, events } }: { preview: Preview }) {
  const { subscriptions: texts } = useElsewhereText()
  const formats = useFormats()
  const zone = useZone()
  const when = (start: string, allDay: boolean) => {
    const wall = toWall(Date.parse(start), zone)
    const day = allDay ? dayOfIso(start) : dayOf(wall)
    const date = `${formats.weekdayShort(day)} ${formats.dayMonth(day)}`
    return allDay ? date : `${date}, ${formats.time(wall)}`
  }
  return (
    <>
      <p>
        {name !== null && <strong>{name}</strong>} <span class="hint">{texts.total(total)}</span>
      </p>
      {events.length > 0 && (
        <ul aria-label={texts.next}>
          {events.map(({ title, start, allDay }, index) => (
            <li key={index}>
              <span>{title}</span> <time class="hint">{when(start, allDay)}</time>
            </li>
          ))}
        </ul>
      )}
      {total > 0 && events.length === 0 && <p class="hint">{texts.allPast}</p>}
    </>
  )
}
