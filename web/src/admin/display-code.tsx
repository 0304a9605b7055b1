import { useEffect, useRef, useState } from 'preact/hooks'
import { PAIRING_CODE_SECONDS } from '../../../src/platform/limits'
import { useQuery } from '../data/queries'
import { FormError } from '../forms/form-dialog'
import { useSubmit } from '../forms/submit'
import { useSecondaryText } from '../i18n/secondary'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { QrCode } from '../ui/qr'
import { showToast } from '../ui/toast'
import type { Code, Display } from './display-api'
import * as api from './display-api'

const SECOND = 1_000

interface DisplayCodeProps {
  display: Display
  code: Code
  onClose: () => void
}

/** A code to type or to scan, until it is used or too old, or its display is removed. */
export function DisplayCode({ display, code: first, onClose }: DisplayCodeProps) {
  const { displays: texts } = useSecondaryText()
  const [{ code }, setCode] = useState(first)
  const secondsLeft = useSecondsLeft(code)
  const { isBusy, error, submit } = useSubmit({ 404: texts.gone })
  const fate = useFate(display)
  useEffect(() => {
    if (fate === 'waits') return
    showToast({ text: fate === 'paired' ? texts.paired(display.name) : texts.gone })
    onClose()
  }, [fate])

  return (
    <Dialog title={texts.codeTitle(display.name)} class="display-code-dialog" onClose={onClose}>
      <p>{texts.codeHow(`${location.host}/display`)}</p>
      {secondsLeft > 0 ? (
        <>
          <p class="display-code">{code}</p>
          <QrCode text={`${location.origin}/display#code=${code}`} label={texts.qr} />
          <p class="hint" role="timer">
            {texts.timeLeft(`${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`)}
          </p>
        </>
      ) : (
        <>
          <p role="status">{texts.tooOld}</p>
          <Button
            kind="primary"
            busy={isBusy}
            onClick={() => void submit(async () => setCode(await api.newCode(display.id)))}
          >
            {texts.newCode}
          </Button>
        </>
      )}
      <FormError>{error}</FormError>
    </Dialog>
  )
}

/** Counted from when the code came: this device's clock may be another one than the service's. */
function useSecondsLeft(code: string): number {
  const [seconds, setSeconds] = useState(PAIRING_CODE_SECONDS)
  useEffect(() => {
    const end = Date.now() + PAIRING_CODE_SECONDS * SECOND
    const tell = () => setSeconds(Math.max(0, Math.ceil((end - Date.now()) / SECOND)))
    tell()
    const timer = setInterval(tell, SECOND)
    return () => clearInterval(timer)
  }, [code])
  return seconds
}

/** What has become of the display since the code was put on screen. */
function useFate({ id, pairedAt }: Display): 'waits' | 'paired' | 'removed' {
  const { data: displays = [] } = useQuery(api.displayQueries.displays)
  // One that was added a moment ago may not be among them yet.
  const wasThere = useRef(false)
  const now = displays.find((display) => display.id === id)
  if (now === undefined) return wasThere.current ? 'removed' : 'waits'
  wasThere.current = true
  return now.pairedAt !== null && now.pairedAt !== pairedAt ? 'paired' : 'waits'
}
