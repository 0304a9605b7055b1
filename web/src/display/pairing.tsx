import { useRef, useState } from 'preact/hooks'
import { MAX_PAIRING_CODE_LENGTH } from '../../../src/platform/limits'
import { displayName, forgetDisplayName } from '../data/display-page'
import { ApiError } from '../data/http'
import { useText } from '../i18n'
import { type DisplayDictionary, useDisplayText } from '../i18n/display'
import { Brand } from '../shell/brand'
import { Form } from '../ui/form'
import * as api from './api'
import { askWhoItIs } from './queries'

/** Asks for the code that an admin has made; one that came by a picture stands there already. */
export function Pairing() {
  const { common } = useText()
  const texts = useDisplayText()
  const [code, setCode] = useState(codeInAddress)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const [former] = useState(displayName)
  const field = useRef<HTMLInputElement>(null)
  const isPaired = useRef(false)

  const pair = async () => {
    if (isBusy) return
    if (code.trim() === '') return field.current?.focus()
    setBusy(true)
    setError('')
    try {
      if (!isPaired.current) await api.pair({ code })
      // The code is used up, also where nothing can be read yet; the address stays in the browser's history.
      isPaired.current = true
      history.replaceState(null, '', '/display')
      await askWhoItIs()
    } catch (failure) {
      setError(refusalOf(failure, texts, isPaired.current))
      field.current?.focus()
      field.current?.select()
    } finally {
      setBusy(false)
    }
  }

  return (
    <main id="main" class="pairing">
      <Form class="pairing-box" onSubmit={() => void pair()}>
        <header>
          <Brand />
          <p>{common.appName}</p>
          <h1>{former === null ? texts.pairTitle : texts.goneTitle(former)}</h1>
        </header>
        <p>{former === null ? texts.pairBody : texts.goneBody}</p>
        <label for="pairing-code">{texts.code}</label>
        <input
          id="pairing-code"
          ref={field}
          class="input pairing-code"
          value={code}
          onInput={(event) => setCode(event.currentTarget.value)}
          placeholder="ABCD-2345"
          maxLength={MAX_PAIRING_CODE_LENGTH}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          enterkeyhint="done"
          aria-invalid={error !== '' || undefined}
          aria-describedby="pairing-error"
        />
        <p id="pairing-error" class="error" role="alert">
          {error}
        </p>
        <button type="submit" class="button primary wide" aria-busy={isBusy || undefined}>
          {texts.pair}
        </button>
        {former !== null && (
          <a class="button quiet wide" href="/" onClick={leave}>
            {texts.noDisplay}
          </a>
        )}
      </Form>
    </main>
  )
}

/** The device is a member's from now on. Loaded anew: a display's page serves nobody else. */
function leave(event: MouseEvent) {
  event.preventDefault()
  forgetDisplayName()
  location.assign('/')
}

/** Behind the `#`, where it is sent to nobody. */
const codeInAddress = (): string => new URLSearchParams(location.hash.slice(1)).get('code') ?? ''

function refusalOf(failure: unknown, texts: DisplayDictionary, isPaired: boolean): string {
  const status = failure instanceof ApiError ? failure.status : 0
  if (status === 0) return texts.noAnswer
  if (status === 429) return texts.tooMany
  return status >= 500 || isPaired ? texts.notNow : texts.wrongCode
}
