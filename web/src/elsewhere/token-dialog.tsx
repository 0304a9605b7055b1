import { useState } from 'preact/hooks'
import { MAX_TOKEN_NAME_LENGTH } from '../../../src/platform/limits'
import { useZone } from '../data/session'
import { useOutwardText } from '../i18n/outward'
import { useNow } from '../lib/clock'
import { dayOf, isoOfDay } from '../lib/tz'
import { SelectField } from '../ui/field'
import { NewSecretDialog } from './new-secret-dialog'
import { type CreatedToken, makeToken, type NewToken } from './outward'

interface TokenDialogProps {
  onMade: (token: CreatedToken) => void
  onClose: () => void
}

type Lasting = 'never' | 'month' | 'year'
const DAYS = { month: 30, year: 365 }
const SCOPES = ['read', 'lists', 'events'] as const

/** What a new key is for. */
export function TokenDialog({ onMade, onClose }: TokenDialogProps) {
  const { tokens: texts } = useOutwardText()
  const today = dayOf(useNow(useZone()))
  const [scope, setScope] = useState<NewToken['scope']>('read')
  const [lasting, setLasting] = useState<Lasting>('never')

  const make = async (name: string) => {
    const body = { name, scope, expires: lasting === 'never' ? null : isoOfDay(today + DAYS[lasting]) }
    onMade(await makeToken(body))
    return null
  }

  return (
    <NewSecretDialog maxLength={MAX_TOKEN_NAME_LENGTH} {...{ texts, make, onClose }}>
      <SelectField
        label={texts.scope}
        value={scope}
        options={SCOPES.map((value) => ({ value, label: texts.scopes[value] }))}
        onChange={setScope}
      />
      <SelectField
        label={texts.expires}
        value={lasting}
        options={(['never', 'month', 'year'] as const).map((value) => ({ value, label: texts[value] }))}
        onChange={setLasting}
      />
    </NewSecretDialog>
  )
}
