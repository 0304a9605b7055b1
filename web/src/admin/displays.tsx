import { useState } from 'preact/hooks'
import { AddingSection } from '../forms/adding-section'
import { FormError } from '../forms/form-dialog'
import { useMomentText } from '../forms/moment'
import { Loaded } from '../forms/section'
import { useSubmit } from '../forms/submit'
import { useSecondaryText } from '../i18n/secondary'
import { Button } from '../ui/button'
import { confirm } from '../ui/confirm'
import { PanelsTopLeft } from '../ui/icons'
import { showToast } from '../ui/toast'
import type { Code, Display } from './display-api'
import * as api from './display-api'
import { DisplayCode } from './display-code'
import { DisplayDialog } from './display-dialog'
import { refreshAdmin } from './queries'

/** A code on screen, and the display that it is for. */
interface Shown {
  display: Display
  code: Code
}

/** Screens of the household's own: which there are, and what they show. */
export function Displays() {
  const { displays: texts } = useSecondaryText()
  const [shown, setShown] = useState<Shown | null>(null)
  const [changed, setChanged] = useState<Display | null>(null)
  return (
    <AddingSection
      texts={texts}
      dialog={(close) => (
        <DisplayDialog
          display={null}
          onAdded={({ display, code, expiresAt }) => setShown({ display, code: { code, expiresAt } })}
          onClose={close}
        />
      )}
    >
      <Loaded query={api.displayQueries.displays}>
        {(displays) => (
          <ul class="rows">
            {displays.map((display) => (
              <DisplayRow
                key={display.id}
                display={display}
                onChange={() => setChanged(display)}
                onCode={(code) => setShown({ display, code })}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {/* Also of a display that somebody else removes meanwhile: its dialog says so. */}
      {changed && <DisplayDialog display={changed} onClose={() => setChanged(null)} />}
      {shown && <DisplayCode key={shown.code.code} {...shown} onClose={() => setShown(null)} />}
    </AddingSection>
  )
}

interface DisplayRowProps {
  display: Display
  onChange: () => void
  onCode: (code: Code) => void
}

function DisplayRow({ display, onChange, onCode }: DisplayRowProps) {
  const { displays: texts } = useSecondaryText()
  const momentText = useMomentText()
  const { isBusy, error, submit } = useSubmit({ 404: texts.gone })
  const { id, name, lastSeenAt } = display

  const makeCode = () => submit(async () => onCode(await api.newCode(id)))
  const remove = async () => {
    const question = { title: texts.removeTitle(name), body: texts.removeBody, action: texts.removeYes, danger: true }
    if (!(await confirm(question))) return
    if (!(await submit(() => api.removeDisplay(id)).finally(refreshAdmin))) return
    showToast({ text: texts.removed(name) })
  }

  return (
    <li class="member-row">
      <PanelsTopLeft aria-hidden="true" />
      <div class="member-words">
        <p>
          <strong>{name}</strong>
        </p>
        <p class="hint">{lastSeenAt === null ? texts.notPaired : texts.seen(momentText(lastSeenAt))}</p>
        <div class="admission-buttons">
          <Button onClick={onChange}>
            {texts.change}
            <span class="visually-hidden"> {name}</span>
          </Button>
          <Button busy={isBusy} onClick={() => void makeCode()}>
            {texts.newCode}
            <span class="visually-hidden"> {name}</span>
          </Button>
          <Button kind="quiet" onClick={() => void remove()}>
            {texts.remove}
            <span class="visually-hidden"> {name}</span>
          </Button>
        </div>
        <FormError>{error}</FormError>
      </div>
    </li>
  )
}
