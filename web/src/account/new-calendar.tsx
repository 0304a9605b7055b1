import { MAX_CALENDAR_NAME_LENGTH } from '../../../src/platform/limits'
import { addHomeCalendar } from '../data/home-account'
import { useMe } from '../data/session'
import { useFields } from '../data/unfinished'
import { FormDialog, NameField } from '../forms/form-dialog'
import { useProblems } from '../forms/problems'
import { useSubmit } from '../forms/submit'
import { Swatches } from '../forms/swatches'
import { useSecondaryText } from '../i18n/secondary'
import { showToast } from '../ui/toast'

interface NewCalendarProps {
  onAdded: () => void
  onClose: () => void
}

/** Asks for the name and the colour of one more calendar that is kept here. */
export default function NewCalendar({ onAdded, onClose }: NewCalendarProps) {
  const { account, home, settings } = useSecondaryText()
  const { color } = useMe()
  const { fields, change, offer } = useFields(
    'calendar-new',
    { displayName: '', color },
    { nameOf: ({ displayName = '' }) => displayName.trim() },
  )
  const displayName = fields.displayName.trim()
  const { problems, check } = useProblems({ name: displayName === '' && settings.needDisplayName })
  const { isBusy, error, submit } = useSubmit({
    404: home.phone.gone,
    409: home.another.full,
    422: home.none,
    503: home.down,
  })

  const save = async () => {
    if (!check()) return
    const body = { displayName, color: fields.color }
    if (!(await submit(() => addHomeCalendar(body)))) return
    offer.finish()
    onAdded()
    showToast({ text: home.another.added(displayName) })
    onClose()
  }

  return (
    <FormDialog
      title={home.another.title}
      action={home.another.add}
      isBusy={isBusy}
      error={error}
      offer={offer}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <NameField
        maxLength={MAX_CALENDAR_NAME_LENGTH}
        value={fields.displayName}
        onInput={(typed) => change({ ...fields, displayName: typed })}
        error={problems.name}
      />
      <Swatches
        label={account.calendars.color}
        color={fields.color}
        onPick={(picked) => change({ ...fields, color: picked })}
      />
    </FormDialog>
  )
}
