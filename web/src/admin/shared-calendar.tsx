import { useState } from 'preact/hooks'
import { queries, refresh } from '../data/queries'
import { FormError } from '../forms/form-dialog'
import { Loaded, Section } from '../forms/section'
import { useSubmit } from '../forms/submit'
import { useText } from '../i18n'
import { useSecondaryText } from '../i18n/secondary'
import { Button } from '../ui/button'
import { confirm } from '../ui/confirm'
import { SelectField } from '../ui/field'
import { showToast } from '../ui/toast'
import type { AdminCalendar } from './api'
import * as api from './api'
import { adminQueries, refreshAdmin } from './queries'

const NONE = ''

/** Which calendar belongs to everyone. */
export function SharedCalendar() {
  const { calendars: texts } = useSecondaryText().admin
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

/** Picking saves nothing: arrow keys pass through every option, and sharing publishes a calendar. */
function Choice({ calendars }: { calendars: readonly AdminCalendar[] }) {
  const { common } = useText()
  const { calendars: texts } = useSecondaryText().admin
  const { isBusy, error, submit } = useSubmit({ 404: texts.gone })
  const shared = calendars.find(({ isShared }) => isShared)
  const [pickedId, setPickedId] = useState<string | null>(null)
  const picked = calendars.find(({ id }) => String(id) === pickedId)
  const ownerOf = ({ ownerName }: AdminCalendar) => ownerName ?? common.someone

  const publish = async (calendar: AdminCalendar) => {
    const { id, displayName } = calendar
    const loses = shared === undefined ? '' : texts.loses(shared.displayName, ownerOf(shared))
    const isAgreed = await confirm({
      title: texts.publishTitle(displayName),
      body: `${texts.publishBody(displayName, ownerOf(calendar))} ${loses}`,
      action: texts.publish,
      danger: true,
    })
    if (!isAgreed) return setPickedId(null)
    const isDone = await submit(() => api.shareCalendar(id))
    // The next question names what is shared by then.
    await refreshAdmin()
    if (!isDone) return
    setPickedId(null)
    refresh(queries.events.queryKey)
    refresh(queries.writableCalendars.queryKey)
    showToast({ text: texts.changed(displayName) })
  }

  const options = calendars.map((calendar) => ({
    value: String(calendar.id),
    label: texts.of(calendar.displayName, ownerOf(calendar)),
  }))
  return (
    <>
      <SelectField
        label={texts.label}
        value={String((picked ?? shared)?.id ?? NONE)}
        // A shared calendar can be replaced, not removed.
        options={shared === undefined ? [{ value: NONE, label: texts.none }, ...options] : options}
        onChange={setPickedId}
        disabled={isBusy}
      />
      {picked !== undefined && picked !== shared && (
        <div>
          <Button kind="primary" busy={isBusy} onClick={() => void publish(picked)}>
            {texts.publish}
          </Button>
        </div>
      )}
      <FormError>{error}</FormError>
    </>
  )
}
