import { useState } from 'preact/hooks'
import { MAX_TOKEN_NAME_LENGTH } from '../../../src/platform/limits'
import { useZone } from '../data/session'
import { FormDialog } from '../forms/form-dialog'
import { useSubmit } from '../forms/submit'
import { useOutwardText } from '../i18n/outward'
import { useNow } from '../lib/clock'
import { dayOf, isoOfDay } from '../lib/tz'
import { SelectField, TextField } from '../ui/field'
import { type CreatedToken, makeToken, type NewToken, newKey } from './outward'

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
  const [key] = useState(newKey)
  const [name, setName] = useState('')
  const [scope, setScope] = useState<NewToken['scope']>('read')
  const [lasting, setLasting] = useState<Lasting>('never')
  const { isBusy, error, setError, submit } = useSubmit({ 422: texts.tooMany, 409: texts.tooMany })

  const make = async () => {
    if (name.trim() === '') return setError(texts.needName)
    const expires = lasting === 'never' ? null : isoOfDay(today + DAYS[lasting])
    if (await submit(async () => onMade(await makeToken({ name: name.trim(), scope, expires }, key)))) onClose()
  }

  return (
    <FormDialog
      title={texts.newTitle}
      action={texts.make}
      {...{ isBusy, error }}
      onSubmit={() => void make()}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        value={name}
        onInput={setName}
        maxLength={MAX_TOKEN_NAME_LENGTH}
        autoFocus
      />
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
    </FormDialog>
  )
}
