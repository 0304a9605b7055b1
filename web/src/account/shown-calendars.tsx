import { useState } from 'preact/hooks'
import { type OwnCalendar, ownCalendars } from '../data/own-calendars'
import { queries, queryClient, refresh, useQuery } from '../data/queries'
import { FormError } from '../forms/form-dialog'
import { Section } from '../forms/section'
import { useSubmit } from '../forms/submit'
import { useSecondaryText } from '../i18n/secondary'
import { SwitchField } from '../ui/field'
import * as api from './api'

/** Which of the own calendars the member sees; nobody else notices. */
export function ShownCalendars() {
  const { shown } = useSecondaryText().account
  const calendars = useQuery(ownCalendars).data ?? []
  const { isBusy, error, submit } = useSubmit()
  /** Drawn at once, until the service has answered. */
  const [picked, setPicked] = useState<OwnCalendar | null>(null)
  if (calendars.length === 0) return null

  const show = async (calendar: OwnCalendar, isShown: boolean) => {
    setPicked({ ...calendar, isHidden: !isShown })
    await submit(async () => {
      const changed = await api.hideCalendar(calendar.id, !isShown)
      queryClient.setQueryData<OwnCalendar[]>(ownCalendars.queryKey, (before) =>
        before?.map((one) => (one.id === changed.id ? changed : one)),
      )
      for (const { queryKey } of [queries.events, queries.freshness]) refresh(queryKey)
    })
    setPicked(null)
  }

  return (
    <Section title={shown.title} hint={shown.hint}>
      <div>
        {calendars.map((calendar) => {
          const { id, displayName, isShared, isHidden } = calendar.id === picked?.id ? picked : calendar
          return (
            <SwitchField
              key={id}
              label={isShared ? shown.everyone(displayName) : displayName}
              checked={!isHidden}
              disabled={isBusy}
              onChange={(isShown) => void show(calendar, isShown)}
            />
          )
        })}
      </div>
      <FormError>{error}</FormError>
    </Section>
  )
}
