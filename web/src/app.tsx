import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import Calendar from './calendar'
import { useSession } from './data/session'
import { useText } from './i18n'
import { usePlace } from './router'
import { CrashBoundary } from './shell/crash'
import { NotFound, Unreachable } from './shell/empty-pages'
import { Shell } from './shell/shell'
import { AnnounceHost } from './ui/announce'
import { ConfirmHost } from './ui/confirm'
import { lazy, loadStyle } from './ui/lazy'
import { ToastHost } from './ui/toast'

const Loading = () => <main class="loading" />

/** A screen that is loaded when it is needed, together with its style sheets. */
const area = (load: () => Promise<{ default: ComponentType }>, ...styles: string[]) =>
  lazy(async () => (await Promise.all([load(), ...styles.map(loadStyle)]))[0], Loading)

/**
 * Which screen an address belongs to, first match wins. The calendar is the first screen of nearly every visit and comes
 * with the rest of it; the others are chunks of their own.
 */
const AREAS = [
  { path: /^\/(day\/.*|calendar(\/.*)?)?$/, name: 'calendar', Area: Calendar },
  { path: /^\/lists(\/\d+)?$/, name: 'lists', Area: area(() => import('./lists'), 'lists') },
  { path: /^\/wall$/, name: 'wall', Area: area(() => import('./wall'), 'lists', 'wall') },
  { path: /^\/unsaved$/, name: 'unsaved', Area: area(() => import('./calendar/unsaved'), 'unsaved') },
  { path: /^\/account$/, name: 'account', Area: area(() => import('./account'), 'account') },
  { path: /^\/admin(\/.*)?$/, name: 'admin', Area: area(() => import('./admin'), 'admin') },
] as const

const Setup = area(() => import('./setup'), 'setup')
const SignIn = area(() => import('./signin'), 'signin')

export function App() {
  return (
    <>
      <CrashBoundary>
        <Screen />
      </CrashBoundary>
      <ConfirmHost />
      <ToastHost />
      <AnnounceHost />
    </>
  )
}

/** The screen of the address, or what has to come before it. */
function Screen() {
  const { path } = usePlace()
  const session = useSession()
  const { name, Area } = AREAS.find((candidate) => candidate.path.test(path)) ?? { name: null, Area: NotFound }
  const isFramed = useFramed(session.state === 'in')
  useTitle(name)
  if (path === '/setup') return <Setup />
  if (session.state === 'out') return <SignIn />
  if (session.state === 'unknown') return session.failed ? <Unreachable /> : <div class="loading" />
  if (name === 'wall') return <Area />
  return (
    <Shell current={name}>
      <CrashBoundary key={name}>{isFramed && <Area />}</CrashBoundary>
    </Shell>
  )
}

/** False until the frame around the screens has been painted once: something is to be seen sooner, in two short tasks. */
function useFramed(isFrameDrawn: boolean): boolean {
  const [isFramed, setFramed] = useState(false)
  useEffect(() => {
    if (isFrameDrawn) setFramed(true)
  }, [isFrameDrawn])
  return isFramed
}

function useTitle(name: (typeof AREAS)[number]['name'] | null) {
  const { common, shell, calendar } = useText()
  useEffect(() => {
    const titles = { ...shell, unsaved: calendar.notSaved }
    document.title = name === null || name === 'calendar' ? common.appName : `${titles[name]} · ${common.appName}`
  }, [name, common, shell])
}
