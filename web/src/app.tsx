import { useEffect, useState } from 'preact/hooks'
import { AREAS, type Area, Display, Invitation, NotFound, Setup, SignIn } from './areas'
import { isDisplayPage } from './data/display-page'
import { queries, refresh } from './data/queries'
import { useSession } from './data/session'
import { useText } from './i18n'
import { usePlace } from './router'
import { CrashBoundary } from './shell/crash'
import { Unreachable } from './shell/empty-pages'
import { Shell } from './shell/shell'
import { AnnounceHost } from './ui/announce'
import { ConfirmHost } from './ui/confirm'
import { ToastHost } from './ui/toast'

export function App() {
  return (
    <>
      <CrashBoundary>{isDisplayPage() ? <Display /> : <Screen />}</CrashBoundary>
      <ConfirmHost />
      <ToastHost />
      <AnnounceHost />
    </>
  )
}

/** Between two questions who this is, where the service is there and does not say. */
const ASK_AGAIN_MS = 30_000

/** Nobody knows yet who this is. A service that was gone tells itself when it is back. */
function NotKnown() {
  useEffect(() => {
    const timer = setInterval(() => document.hidden || refresh(queries.me.queryKey), ASK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [])
  return <Unreachable />
}

/** The screen of the address, or what has to come before it. */
function Screen() {
  const { path } = usePlace()
  const session = useSession()
  const area = AREAS.find((candidate) => candidate.path.test(path))
  const isFramed = useFramed(session.state === 'in')
  useTitle(session.state === 'out' ? undefined : area)
  if (path === '/setup') return <Setup />
  if (path === '/invitation') return <Invitation />
  if (session.state === 'out') return <SignIn />
  if (session.state === 'unknown') return session.failed ? <NotKnown /> : <div class="loading" />
  const Area = area?.Screen ?? NotFound
  if (area?.isUnframed) return <Area />
  return (
    <Shell areas={AREAS} current={area?.name}>
      <CrashBoundary key={area?.name}>{isFramed && <Area />}</CrashBoundary>
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

/** The first screen and the way in have the title of the whole. */
function useTitle(area: Area | undefined) {
  const texts = useText()
  useEffect(() => {
    const { appName } = texts.common
    document.title = area === undefined || area === AREAS[0] ? appName : `${area.title(texts)} · ${appName}`
  }, [area, texts])
}
