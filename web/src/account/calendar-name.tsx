import { MAX_CALENDAR_NAME_LENGTH } from '../../../src/platform/limits'
import type { OwnCalendar } from '../data/own-calendars'
import { useFields } from '../data/unfinished'
import { FormDialog, NameField } from '../forms/form-dialog'
import { changeCalendar } from '../forms/own-calendars'
import { useProblems } from '../forms/problems'
import { useSubmit } from '../forms/submit'
import { Swatches } from '../forms/swatches'
import { useText } from '../i18n'
import { useSecondaryText } from '../i18n/secondary'

/** Asks what a calendar is called here and how it is coloured; its server keeps its own. */
export function CalendarName({ calendar, onClose }: { calendar: OwnCalendar; onClose: () => void }) {
  const { common } = useText()
  const { account, settings } = useSecondaryText()
  const { id, displayName, color } = calendar
  const form = useFields(`calendar-${id}`, { displayName, color }, { nameOf: (fields) => fields.displayName ?? '' })
  const name = form.fields.displayName.trim()
  const { problems, check } = useProblems({ name: name === '' && settings.needDisplayName })
  const { isBusy, error, submit } = useSubmit({ 404: account.visibility.gone })

  const save = async () => {
    if (!check()) return
    const change = {
      ...(name === displayName ? {} : { displayName: name }),
      ...(form.fields.color === color ? {} : { color: form.fields.color }),
    }
    if (Object.keys(change).length > 0 && !(await submit(() => changeCalendar(id, change)))) return
    form.offer.finish()
    onClose()
  }

  return (
    <FormDialog
      title={account.calendars.rename}
      action={common.save}
      isBusy={isBusy}
      error={error}
      offer={form.offer}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <NameField
        hint={account.calendars.renameHint}
        maxLength={MAX_CALENDAR_NAME_LENGTH}
        value={form.fields.displayName}
        onInput={(name) => form.change({ ...form.fields, displayName: name })}
        error={problems.name}
      />
      <Swatches
        label={account.calendars.color}
        color={form.fields.color}
        onPick={(picked) => form.change({ ...form.fields, color: picked })}
      />
    </FormDialog>
  )
}
