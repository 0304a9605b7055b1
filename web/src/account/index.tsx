import { queries, useQuery } from '../data/queries'
import { useMe } from '../data/session'
import { PeopleLink } from '../forms/people-link'
import { useText } from '../i18n'
import { eventFormTexts } from '../i18n/event-form'
import { secondaryTexts, useSecondaryText } from '../i18n/secondary'
import { needs } from '../lib/needs'
import { CalendarAccount } from './calendar-account'
import { Calendars } from './calendars'
import { Device } from './device'
import { Devices } from './devices'
import { Elsewhere } from './elsewhere'
import { Profile } from './profile'
import { ReminderPreferences } from './reminder-preferences'
import { Reminders } from './reminders'
import { SigningIn } from './sign-in'
import { Version } from './version'

needs(() => Promise.all([secondaryTexts(), eventFormTexts()]))

/** What members decide about themselves and about this device. */
export default function Account() {
  const { shell } = useText()
  const { account } = useSecondaryText()
  const { isAdmin } = useMe()
  // An admin may have changed the member meanwhile: asked anew.
  useQuery({ ...queries.me, staleTime: 0 })
  return (
    <main id="main" class="page settings">
      <header class="page-bar">
        <h1>{account.title}</h1>
        <a class="button quiet" href="/welcome">
          {shell.welcome}
        </a>
        {isAdmin && (
          <a class="button small-only" href="/admin">
            {shell.admin}
          </a>
        )}
      </header>
      <Profile />
      <CalendarAccount />
      <Calendars />
      <Elsewhere />
      <PeopleLink />
      <ReminderPreferences />
      <Reminders />
      <Device />
      <SigningIn />
      <Devices />
      <Version />
    </main>
  )
}
