import { useState } from 'preact/hooks'
import { MAX_VAPID_KEY_LENGTH } from '../../../src/platform/limits'
import { isStatus } from '../data/http'
import { forget, useKeptText } from '../data/unfinished'
import { FormError } from '../forms/form-dialog'
import { useProblems } from '../forms/problems'
import { useSubmit } from '../forms/submit'
import { useSecondaryText } from '../i18n/secondary'
import { Button } from '../ui/button'
import { TextField } from '../ui/field'
import { Form, focusFirstProblem } from '../ui/form'
import * as api from './api'
import type { Progress } from './progress'

interface PushStepProps {
  config: Progress['config']
  onDone: (push: NonNullable<Progress['push']>) => void
}

/** The keys that sign reminders. The service keeps the public one together with the provider, and only then checks it. */
export function PushStep({ config, onDone }: PushStepProps) {
  const { setup } = useSecondaryText()
  return (
    <>
      <p>{setup.push.explain}</p>
      {config === null ? (
        <>
          <p class="notice">{setup.push.fromServer}</p>
          <Button kind="primary" onClick={() => onDone('server')}>
            {setup.next}
          </Button>
        </>
      ) : (
        <KeyForm config={config} onDone={onDone} />
      )}
    </>
  )
}

const FORM = 'setup-push'

interface KeyFormProps {
  config: NonNullable<Progress['config']>
  onDone: (push: 'checked' | 'later') => void
}

function KeyForm({ config, onDone }: KeyFormProps) {
  const { setup } = useSecondaryText()
  const { push: texts } = setup
  const [key, setKey] = useKeptText(FORM)
  const { problems, check: isWhole } = useProblems({ key: key.trim() === '' && texts.needKey })
  const [isWrong, setWrong] = useState(false)
  const { isBusy, error, submit } = useSubmit({ 423: setup.finished.title })

  const check = async () => {
    if (!isWhole()) return
    await submit(async () => {
      await api.storeConfig({ ...config, vapidPublicKey: key.trim() })
      if (!(await isRightKey())) {
        setWrong(true)
        return focusFirstProblem()
      }
      forget(FORM)
      onDone('checked')
    })
  }

  return (
    <Form class="setup-form" onSubmit={() => void check()}>
      <TextField
        label={texts.publicKey}
        autoComplete="off"
        maxLength={MAX_VAPID_KEY_LENGTH}
        value={key}
        onInput={(typed) => {
          setWrong(false)
          setKey(typed)
        }}
        hint={texts.publicKeyHint}
        error={isWrong ? texts.wrongKey : problems.key}
      />
      <FormError>{error}</FormError>
      <div class="setup-buttons">
        <Button type="submit" kind="primary" busy={isBusy}>
          {texts.check}
        </Button>
        <Button kind="quiet" onClick={() => onDone('later')}>
          {texts.later}
        </Button>
      </div>
    </Form>
  )
}

async function isRightKey(): Promise<boolean> {
  try {
    await api.validatePushKey()
    return true
  } catch (error) {
    if (isStatus(error, 400)) return false
    throw error
  }
}
