import type { ComponentChildren, ComponentType } from 'preact'
import { useState } from 'preact/hooks'
import { useReachable } from '../data/connection'
import { useMe } from '../data/session'
import { type Dictionary, useText } from '../i18n'
import { isIos } from '../lib/device'
import { currentPlace, usePlace } from '../router'
import { Plus } from '../ui/icons'
import { lazy, lazyExtra } from '../ui/lazy'
import { Brand } from './brand'
import { FrameKeys } from './frame-keys'

const InstallHint = lazy(() => import('./install-hint'))
const StatusChips = lazyExtra(() => import('./status-chips'), Offline)
const RedirectError = lazy(() => import('./redirect-error-banner'))

/** An area's place in the navigation. */
export interface NavLink {
  href: string
  Icon: ComponentType<{ 'aria-hidden': 'true' }>
  /** Below the others on a rail. */
  isAtEnd?: boolean
  isForAdmins?: boolean
  /** Phones leave it out. */
  isForLargeScreens?: boolean
}

interface NavArea {
  name: string
  title: (texts: Dictionary) => string
  link?: NavLink
}

interface ShellProps {
  areas: readonly NavArea[]
  /** The name of the area on screen; undefined where there is none. */
  current: string | undefined
  children: ComponentChildren
}

/** Until there is code that says more. */
function Offline() {
  const { shell } = useText()
  return (
    <div class="status-chips" role="status">
      {!useReachable() && <span class="chip warn">{shell.offline}</span>}
    </div>
  )
}

/** The frame around every screen: a rail on tablets and laptops, a bar below on phones. */
export function Shell({ areas, current, children }: ShellProps) {
  const texts = useText()
  const { shell } = texts
  const { isAdmin } = useMe()
  // Linking an account at the identity provider also ends on `/?error=…`.
  const [hasRedirectError] = useState(() => currentPlace().query.has('error'))
  const links = (isAtEnd: boolean) =>
    areas.map(({ name, title, link }) => {
      if (link === undefined || !link.isAtEnd === isAtEnd || (link.isForAdmins && !isAdmin)) return null
      return (
        <a
          key={name}
          class={link.isForLargeScreens ? 'nav-link large-only' : 'nav-link'}
          href={link.href}
          aria-current={current === name ? 'page' : undefined}
        >
          <link.Icon aria-hidden="true" />
          {title(texts)}
        </a>
      )
    })
  return (
    <div class="shell">
      <a class="skip-link" href="#main">
        {shell.skip}
      </a>
      <nav class="rail" aria-label={shell.main}>
        <Brand />
        <NewLink area={current} />
        {links(false)}
        <div class="rail-end">{links(true)}</div>
      </nav>
      <div class="stage">
        {hasRedirectError && <RedirectError />}
        {isIos() && <InstallHint />}
        {children}
      </div>
      <StatusChips current={current} />
      <FrameKeys />
    </div>
  )
}

/** The one big button: a new list among the lists, an item in one of them, a new event everywhere else. */
function NewLink({ area }: { area: string | undefined }) {
  const { shell } = useText()
  const { path } = usePlace()
  const [href, label] =
    path === '/lists'
      ? ['/lists?new', shell.newList]
      : area === 'lists'
        ? [`${path}?add`, shell.newItem]
        : ['/?new', shell.newEvent]
  return (
    <a class="fab" href={href} aria-label={label} title={label} onClick={focusAddItem}>
      <Plus aria-hidden="true" />
    </a>
  )
}

/** The line for new items stands on the page of a list already. */
function focusAddItem(event: MouseEvent) {
  const line = document.getElementById('add-item')
  line?.focus()
  if (line) event.preventDefault()
}
