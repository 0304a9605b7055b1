import { useState } from 'preact/hooks'
import { useSecondaryText } from '../i18n/secondary'
import { Button } from '../ui/button'
import { ChoiceCard } from './choice-card'
import type { Progress } from './progress'
import { ProviderForm } from './provider-form'

interface ProviderStepProps {
  progress: Progress
  /** The service was started with a provider of its own. */
  isFromServer: boolean
  onDone: (part: Pick<Progress, 'provider' | 'config' | 'push'>) => void
}

/** How the household signs in. */
export function ProviderStep({ progress, isFromServer, onDone }: ProviderStepProps) {
  const { setup } = useSecondaryText()
  const { provider: texts } = setup
  const [choice, setChoice] = useState<'local' | 'oidc'>(progress.config === null ? 'local' : 'oidc')

  if (isFromServer) {
    return (
      <>
        <p class="notice">{texts.server}</p>
        <p class="hint">{texts.whoMayJoin}</p>
        <Button kind="primary" onClick={() => onDone({ provider: 'server', config: null, push: null })}>
          {setup.next}
        </Button>
      </>
    )
  }
  return (
    <>
      <fieldset class="choices">
        <legend class="label">{texts.question}</legend>
        <ChoiceCard
          name="provider"
          label={texts.local}
          hint={texts.localHint}
          checked={choice === 'local'}
          onPick={() => setChoice('local')}
        />
        <ChoiceCard
          name="provider"
          label={texts.oidc}
          hint={texts.oidcHint}
          checked={choice === 'oidc'}
          onPick={() => setChoice('oidc')}
        />
      </fieldset>
      {choice === 'local' ? (
        <Button kind="primary" onClick={() => onDone({ provider: 'local', config: null, push: null })}>
          {setup.next}
        </Button>
      ) : (
        <ProviderForm before={progress.config} onDone={(config) => onDone({ provider: 'oidc', config, push: null })} />
      )}
    </>
  )
}
