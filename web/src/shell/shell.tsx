import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useMe } from '../data/session'
import { useText } from '../i18n'
import { isIos } from '../lib/device'
import { currentPlace } from '../router'
import { CalendarDays, ListChecks, PanelsTopLeft, Plus, Settings, UserRound } from '../ui/icons'
import { Brand } from './brand'
import { lazy } from './lazy'
import { ShortcutHelp } from './shortcut-help'
import { StatusChips } from './status-chips'

const InstallHint = lazy(() => import('./install-hint'))
const RedirectError = lazy(() => import('./redirect-error-banner'))

interface ShellProps {
  /** The area on screen. */
  current: string | null
  children: ComponentChildren
}

/** The frame around every screen: a rail on tablets and laptops, a bar below on phones. */
export function Shell({ current, children }: ShellProps) {
  const { shell } = useText()
  const me = useMe()
  // Linking an account at the identity provider ends here, too, with somebody signed in.
  const [hasRedirectError] = useState(() => currentPlace().query.has('error'))
  const here = (area: string) => (current === area ? ('page' as const) : undefined)
  return (
    <div class="shell">
      <a class="skip-link" href="#main">
        {shell.skip}
      </a>
      <nav class="rail" aria-label={shell.main}>
        <Brand />
        <NewLink area={current} />
        <a class="nav-link" href="/" aria-current={here('calendar')}>
          <CalendarDays aria-hidden="true" />
          {shell.calendar}
        </a>
        <a class="nav-link" href="/lists" aria-current={here('lists')}>
          <ListChecks aria-hidden="true" />
          {shell.lists}
        </a>
        <div class="rail-end">
          <a class="nav-link wall-link" href="/wall">
            <PanelsTopLeft aria-hidden="true" />
            {shell.wall}
          </a>
          {me.isAdmin && (
            <a class="nav-link" href="/admin" aria-current={here('admin')}>
              <Settings aria-hidden="true" />
              {shell.admin}
            </a>
          )}
          <a class="nav-link" href="/account" aria-current={here('account')}>
            <UserRound aria-hidden="true" />
            {shell.account}
          </a>
        </div>
      </nav>
      <div class="stage">
        {hasRedirectError && <RedirectError />}
        {isIos() && <InstallHint />}
        {children}
      </div>
      <StatusChips current={current} />
      <ShortcutHelp />
    </div>
  )
}

/** The one big button: a new list among the lists, a new event everywhere else. */
function NewLink({ area }: { area: string | null }) {
  const { shell } = useText()
  const [href, label] = area === 'lists' ? ['/lists?new', shell.newList] : ['/?new', shell.newEvent]
  return (
    <a class="fab" href={href} aria-label={label} title={label}>
      <Plus aria-hidden="true" />
    </a>
  )
}
