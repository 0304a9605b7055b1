import { queries, refresh } from '../data/queries'
import { useText } from '../i18n'
import { useSeldomText } from '../i18n/seldom'
import { FormError } from '../settings/form-dialog'
import { Loaded } from '../settings/loaded'
import { Section } from '../settings/section'
import { useSubmit } from '../settings/submit'
import { SelectField } from '../ui/field'
import { showToast } from '../ui/toast'
import type { AdminCalendar } from './api'
import * as api from './api'
import { adminQueries } from './queries'

const NONE = ''

/** Which calendar belongs to everyone. */
export function SharedCalendar() {
  const { calendars: texts } = useSeldomText().admin
  return (
    <Section title={texts.title} hint={texts.hint}>
      <Loaded query={adminQueries.calendars}>
        {(calendars) =>
          calendars.length === 0 ? <p class="notice">{texts.empty}</p> : <Choice calendars={calendars} />
        }
      </Loaded>
    </Section>
  )
}

function Choice({ calendars }: { calendars: readonly AdminCalendar[] }) {
  const { common } = useText()
  const { calendars: texts } = useSeldomText().admin
  const { isBusy, error, submit } = useSubmit({ 404: texts.gone })
  const shared = calendars.find(({ isShared }) => isShared)

  const share = async (id: string) => {
    const chosen = calendars.find((calendar) => String(calendar.id) === id)
    if (chosen === undefined) return
    const isDone = await submit(() => api.shareCalendar(chosen.id))
    refresh(['admin'])
    if (!isDone) return
    refresh(['events'])
    refresh(queries.writableCalendars.queryKey)
    showToast({ text: texts.changed(chosen.displayName) })
  }

  const options = calendars.map((calendar) => ({
    value: String(calendar.id),
    label: texts.of(calendar.displayName, calendar.ownerName ?? common.someone),
  }))
  return (
    <>
      <SelectField
        label={texts.label}
        value={shared === undefined ? NONE : String(shared.id)}
        // Once a calendar is for everyone, another may take its place, but there is always one.
        options={shared === undefined ? [{ value: NONE, label: texts.none }, ...options] : options}
        onChange={(id) => void share(id)}
        disabled={isBusy}
      />
      <FormError>{error}</FormError>
    </>
  )
}
