import { useEffect } from 'preact/hooks'
import { zoneQuery } from '../data/household-zone'
import { isStatus } from '../data/http'
import { queries, refresh, useQuery } from '../data/queries'
import { useMe } from '../data/session'
import { PeopleLink } from '../forms/people-link'
import { Loaded } from '../forms/section'
import { useText } from '../i18n'
import { secondaryTexts, useSecondaryText } from '../i18n/secondary'
import { needs } from '../lib/needs'
import { NoticeWithWayHome } from '../shell/notice-with-way-home'
import { BackLink } from '../ui/back-link'
import { Admissions } from './admissions'
import { Backups } from './backups'
import { Displays } from './displays'
import { HouseholdZone } from './household-zone'
import { Invitations } from './invitations'
import { Members } from './members'
import { adminQueries } from './queries'
import { SharedCalendar } from './shared-calendar'
import { SyncHealth } from './sync-health'

needs(secondaryTexts)

/** What those decide who run the household. */
export default function Admin() {
  const { shell } = useText()
  const { admin } = useSecondaryText()
  const me = useMe()
  // The role may have been given or taken since.
  useQuery({ ...queries.me, staleTime: 0 })
  const { error } = useQuery(adminQueries.members, { enabled: me.isAdmin })
  const { data: zone } = useQuery(zoneQuery, { enabled: me.isAdmin })
  const isForbidden = isStatus(error, 403)
  useEffect(() => {
    // The role was taken meanwhile: asking again also removes the link from the navigation.
    if (isForbidden) refresh(queries.me.queryKey)
  }, [isForbidden])
  if (!me.isAdmin || isForbidden) return <NoticeWithWayHome {...admin.notYours} />
  return (
    <main id="main" class="page settings">
      <header class="page-bar">
        <BackLink class="small-only" href="/account" label={shell.account} />
        <h1>{admin.title}</h1>
      </header>
      {/* As long as nobody has said where the household lives, its times may be wrong. */}
      <Loaded query={zoneQuery} title={admin.zone.title}>
        {(zone) => !zone.isExplicitlySet && <HouseholdZone zone={zone} />}
      </Loaded>
      <Admissions />
      <Members />
      <Invitations />
      <PeopleLink />
      <SharedCalendar />
      <Displays />
      <SyncHealth />
      <Backups />
      {zone?.isExplicitlySet && <HouseholdZone zone={zone} />}
    </main>
  )
}
