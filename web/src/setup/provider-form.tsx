import { useState } from 'preact/hooks'
import { MAX_CLIENT_ID_LENGTH, MAX_EXTERNAL_URL_LENGTH, MAX_ISSUER_LENGTH } from '../../../src/platform/limits'
import { isStatus } from '../data/http'
import { forget, useKeptFields } from '../data/unfinished'
import { isHttps } from '../forms/credential'
import { boundTo } from '../forms/draft'
import { FormError } from '../forms/form-dialog'
import { type Problems, useProblems } from '../forms/problems'
import { useSubmit } from '../forms/submit'
import { type SecondaryDictionary, useSecondaryText } from '../i18n/secondary'
import { Button } from '../ui/button'
import { TextField } from '../ui/field'
import { Form, focusFirstProblem } from '../ui/form'
import * as api from './api'
import type { Progress } from './progress'

type Config = NonNullable<Progress['config']>

/** The service takes the configuration only as a whole; until the key is entered, this stands for it. */
const NO_PUSH_KEY = 'none'

/** The address of this page is the one to come back to, when it is one that a provider accepts. */
const NOTHING_ENTERED = (): Config => ({
  oidcIssuer: '',
  oidcClientId: '',
  appExternalUrl: location.protocol === 'https:' ? location.origin : '',
})

const FORM = 'setup-provider'

interface ProviderFormProps {
  before: Config | null
  onDone: (config: Config) => void
}

/** Asks for the identity provider, stores it and has the service look whether it answers. */
export function ProviderForm({ before, onDone }: ProviderFormProps) {
  const { setup } = useSecondaryText()
  const { provider: texts } = setup
  const [draft, setDraft] = useKeptFields<Config>(FORM, before ?? NOTHING_ENTERED())
  const config = trimmed(draft)
  const { problems, check: isWhole } = useProblems(problemsOf(config, texts))
  /** What the service said against the provider. */
  const [refusal, setRefusal] = useState('')
  const { isBusy, error, submit } = useSubmit({ 423: setup.finished.title })
  const type = (typed: Config) => {
    setRefusal('')
    setDraft(typed)
  }
  const bound = boundTo(draft, type, { oidcIssuer: refusal, ...problems })

  const check = async () => {
    if (!isWhole()) return
    await submit(async () => {
      await api.storeConfig({ ...config, vapidPublicKey: NO_PUSH_KEY })
      const problem = await providerProblem(texts)
      if (problem === null) {
        forget(FORM)
        return onDone(config)
      }
      setRefusal(problem)
      focusFirstProblem()
    })
  }

  return (
    <Form class="setup-form" onSubmit={() => void check()}>
      <TextField
        label={texts.issuer}
        type="url"
        autoComplete="off"
        maxLength={MAX_ISSUER_LENGTH}
        placeholder="https://id.example.org"
        {...bound('oidcIssuer')}
      />
      <TextField
        label={texts.clientId}
        autoComplete="off"
        maxLength={MAX_CLIENT_ID_LENGTH}
        {...bound('oidcClientId')}
        hint={texts.secretHint}
      />
      <TextField
        label={texts.externalUrl}
        type="url"
        autoComplete="off"
        maxLength={MAX_EXTERNAL_URL_LENGTH}
        placeholder="https://home.example.org"
        {...bound('appExternalUrl')}
        hint={isHttps(draft.appExternalUrl) ? texts.externalUrlHint(redirectOf(draft)) : undefined}
      />
      <p class="hint">{texts.whoMayJoin}</p>
      <FormError>{error}</FormError>
      <Button type="submit" kind="primary" busy={isBusy}>
        {texts.check}
      </Button>
    </Form>
  )
}

const redirectOf = ({ appExternalUrl }: Config) => `${appExternalUrl.trim().replace(/\/+$/, '')}/callback`

function trimmed({ oidcIssuer, oidcClientId, appExternalUrl }: Config): Config {
  return {
    oidcIssuer: oidcIssuer.trim(),
    oidcClientId: oidcClientId.trim(),
    appExternalUrl: appExternalUrl.trim(),
  }
}

function problemsOf(config: Config, texts: SecondaryDictionary['setup']['provider']): Problems<keyof Config> {
  return {
    oidcIssuer: !isHttps(config.oidcIssuer) && texts.needHttps,
    oidcClientId: config.oidcClientId === '' && texts.needClientId,
    appExternalUrl: !isHttps(config.appExternalUrl) && texts.needHttps,
  }
}

/** What is wrong with the provider that was just stored, null for nothing. */
async function providerProblem(texts: SecondaryDictionary['setup']['provider']): Promise<string | null> {
  try {
    await api.validateProvider()
    return null
  } catch (error) {
    if (!isStatus(error, 400)) throw error
    return /not this identity provider/.test(error.message) ? texts.notThisProvider : texts.unreachable
  }
}
