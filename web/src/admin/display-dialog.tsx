import { useState } from 'preact/hooks'
import { MAX_DISPLAY_NAME_LENGTH } from '../../../src/platform/limits'
import { queries, queryClient, refresh, useQuery } from '../data/queries'
import { stillIn, toggled } from '../forms/chosen'
import { FormDialog } from '../forms/form-dialog'
import { useProblems } from '../forms/problems'
import { Loaded } from '../forms/section'
import { useSubmit } from '../forms/submit'
import { useText } from '../i18n'
import { useSecondaryText } from '../i18n/secondary'
import { SwitchField, TextField } from '../ui/field'
import type { Display, DisplayForm, NewDisplay, OpenCalendar } from './display-api'
import * as api from './display-api'

interface DisplayDialogProps {
  /** Null: a new one. */
  display: Display | null
  onAdded?: (added: NewDisplay) => void
  onClose: () => void
}

/** What a display is called, what it shows, and what may be done on it. */
export function DisplayDialog({ display, onAdded, onClose }: DisplayDialogProps) {
  const { common, calendar } = useText()
  const { displays: texts } = useSecondaryText()
  const { data: calendars = [] } = useQuery(api.displayQueries.calendars)
  const { data: lists } = useQuery(queries.lists)
  const [chosen, setForm] = useState<ChosenForm>(() => formOf(display))
  const { isBusy, error, submit } = useSubmit({ 400: texts.closedMeanwhile, 404: texts.gone })
  const form: DisplayForm = { ...chosen, calendarIds: chosen.calendarIds ?? usualOf(calendars) }
  const name = form.name.trim()
  const { problems, check } = useProblems({ name: name === '' && texts.nameNeeded })
  const change = (changed: Partial<DisplayForm>) => setForm((before) => ({ ...before, ...changed }))

  const save = async () => {
    if (!check()) return
    const isDone = await submit(async () => {
      // The choice may be answered later than somebody types a name.
      const open = await queryClient.ensureQueryData(api.displayQueries.calendars)
      const calendarIds = stillIn(open, chosen.calendarIds ?? usualOf(open))
      const asked = { ...form, name, calendarIds, listIds: stillIn(lists, form.listIds) }
      if (display !== null) await api.changeDisplay(display.id, asked)
      else onAdded?.(await api.addDisplay(asked))
    })
    refresh(api.displayQueries.calendars.queryKey)
    refresh(api.displayQueries.displays.queryKey)
    if (isDone) onClose()
  }

  return (
    <FormDialog
      title={display === null ? texts.addTitle : display.name}
      action={display === null ? texts.add : common.save}
      isBusy={isBusy}
      error={error}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        placeholder={texts.namePlaceholder}
        autoComplete="off"
        maxLength={MAX_DISPLAY_NAME_LENGTH}
        value={form.name}
        onInput={(name) => change({ name })}
        error={problems.name}
        autoFocus
      />
      <fieldset class="display-choices">
        <legend>{texts.calendars}</legend>
        <Loaded query={api.displayQueries.calendars}>
          {(open) => (
            <>
              {choicesOf(open, texts.busyOf, common.someone).map(({ label, ids }) => (
                <SwitchField
                  key={ids.join()}
                  label={label}
                  checked={ids.every((id) => form.calendarIds.includes(id))}
                  onChange={(isOn) => change({ calendarIds: toggled(form.calendarIds, ids, isOn) })}
                />
              ))}
              <p class="hint">
                {open.length === 0 ? texts.nothingOpen : `${texts.onlyOpen} ${texts.busyMeans(calendar.busyTitle)}`}
              </p>
            </>
          )}
        </Loaded>
      </fieldset>
      <fieldset class="display-choices">
        <legend>{texts.lists}</legend>
        <Loaded query={queries.lists}>
          {(lists) => {
            const shared = lists.filter(({ isShared }) => isShared)
            if (shared.length === 0) return <p class="hint">{texts.noLists}</p>
            return shared.map(({ id, name }) => (
              <SwitchField
                key={id}
                label={name}
                checked={form.listIds.includes(id)}
                onChange={(isOn) => change({ listIds: toggled(form.listIds, [id], isOn) })}
              />
            ))
          }}
        </Loaded>
      </fieldset>
      <fieldset class="display-choices">
        <legend>{texts.allowed}</legend>
        <SwitchField label={texts.canTick} checked={form.canTick} onChange={(canTick) => change({ canTick })} />
        <SwitchField label={texts.canAdd} checked={form.canAdd} onChange={(canAdd) => change({ canAdd })} />
      </fieldset>
    </FormDialog>
  )
}

/** Null until somebody has chosen: the usual ones. */
type ChosenForm = Omit<DisplayForm, 'calendarIds'> & { calendarIds: number[] | null }

const NEW: ChosenForm = { name: '', calendarIds: null, listIds: [], canTick: true, canAdd: false }

/** What everybody in the house sees anyway. */
const usualOf = (calendars: readonly OpenCalendar[]) =>
  calendars.filter(({ access }) => access === 'shared').map(({ id }) => id)

function formOf(display: Display | null): ChosenForm {
  const { name, calendarIds, listIds, canTick, canAdd } = display ?? NEW
  return { name, calendarIds, listIds, canTick, canAdd }
}

/** Calendars to choose from; the busy times of one member are one choice, however many calendars they come from. */
function choicesOf(calendars: readonly OpenCalendar[], busyOf: (name: string) => string, someone: string) {
  const groups = Map.groupBy(calendars, ({ id, ownerId, access }) => (access === 'busy' ? `busy ${ownerId}` : `${id}`))
  return [...groups.values()].map((group) => {
    const { displayName, ownerName, access } = group[0]!
    const owner = ownerName ?? someone
    const household = displayName === owner ? owner : `${displayName} · ${owner}`
    const label = { busy: busyOf(owner), household, shared: displayName }[access]
    return { label, ids: group.map(({ id }) => id) }
  })
}
