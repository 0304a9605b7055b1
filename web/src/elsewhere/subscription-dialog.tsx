import { useState } from 'preact/hooks'
import { MAX_CALENDAR_NAME_LENGTH } from '../../../src/platform/limits'
import { FormDialog, NameField } from '../forms/form-dialog'
import { useProblems } from '../forms/problems'
import { useSubmit } from '../forms/submit'
import { changeSubscription, type Subscription, type SubscriptionChange } from '../forms/subscriptions'
import { Swatches } from '../forms/swatches'
import { useText } from '../i18n'
import { useElsewhereText } from '../i18n/elsewhere'
import { useSecondaryText } from '../i18n/secondary'
import { SelectField, TextField } from '../ui/field'
import { linkOf } from './use-preview'

const VISIBILITIES = ['private', 'busy', 'household'] as const

interface SubscriptionDialogProps {
  subscription: Subscription
  onClose: () => void
}

/** Name, colour, who sees it, and another link in place of the one that is kept. */
export function SubscriptionDialog({ subscription, onClose }: SubscriptionDialogProps) {
  const { common } = useText()
  const { account, settings } = useSecondaryText()
  const { subscriptions: texts } = useElsewhereText()
  const { id, displayName, color, visibility, url } = subscription
  const [fields, setFields] = useState({ displayName, color, visibility, link: '' })
  const name = fields.displayName.trim()
  const link = linkOf(fields.link)
  const { problems, check } = useProblems({
    name: name === '' && settings.needDisplayName,
    link: fields.link.trim() !== '' && link === null && texts.notALink,
  })
  const { isBusy, error, submit } = useSubmit({ 400: texts.notALink, 404: texts.gone, 422: texts.reasons.address })
  const set = (part: Partial<typeof fields>) => setFields({ ...fields, ...part })

  const save = async () => {
    if (!check()) return
    const said: SubscriptionChange = { displayName: name, color: fields.color, visibility: fields.visibility }
    const differing = Object.entries(said).filter(
      ([field, value]) => value !== subscription[field as keyof Subscription],
    )
    const change: SubscriptionChange = { ...Object.fromEntries(differing), ...(link !== null && { url: link }) }
    const isDone = Object.keys(change).length === 0 || (await submit(() => changeSubscription(id, change)))
    if (isDone) onClose()
  }
  return (
    <FormDialog
      title={texts.editTitle(displayName)}
      action={common.save}
      isBusy={isBusy}
      error={error}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <NameField
        maxLength={MAX_CALENDAR_NAME_LENGTH}
        value={fields.displayName}
        onInput={(displayName) => set({ displayName })}
        error={problems.name}
      />
      <Swatches label={account.calendars.color} color={fields.color} onPick={(color) => set({ color })} />
      <SelectField
        label={account.visibility.question}
        value={fields.visibility}
        options={VISIBILITIES.map((value) => ({ value, label: account.visibility.choices[value] }))}
        onChange={(visibility) => set({ visibility })}
      />
      {url !== null && (
        <TextField
          label={texts.newLink}
          hint={texts.newLinkHint}
          type="url"
          autoComplete="off"
          autoCapitalize="off"
          value={fields.link}
          onInput={(typed) => set({ link: typed })}
          error={problems.link}
        />
      )}
    </FormDialog>
  )
}
