import type { ComponentType } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { checkConnection, onReachable } from '../data/connection'
import { text } from '../i18n'
import { whole } from '../lib/needs'
import { MINUTE } from '../lib/tz'
import { showToast } from './toast'

type Loader<P> = () => Promise<{ default: ComponentType<P> }>

/** `preload` fetches the code before the component is drawn. */
type LazyComponent<P> = ComponentType<P> & { preload(): Promise<void> }

/** Drawn while code is loaded; `isAway`: there is no connection, and it is loaded when there is one. */
type Meanwhile<P> = ComponentType<P & { isAway: boolean }>

/** A component whose code is loaded when it is first drawn; until then `Meanwhile` is drawn. */
export function lazy<P extends object>(load: Loader<P>, Meanwhile: Meanwhile<P> = Nothing): LazyComponent<P> {
  let loaded: ComponentType<P> | null = null
  const preload = async () => {
    loaded = (await whole(load)).default
  }
  const Lazy = (props: P) => {
    const [Part, setPart] = useState(() => loaded)
    const [isAway, setAway] = useState(false)
    const [failure, setFailure] = useState<unknown>(null)
    useEffect(() => {
      if (Part !== null) return
      const begin = () => {
        importOrReload(load).then((part) => {
          if (part === null) return setAway(true)
          loaded = part.default
          setPart(() => part.default)
        }, setFailure)
      }
      begin()
      return onReachable(begin)
    }, [Part, isAway])
    // Thrown while rendering, so that the boundary around the screen catches it.
    if (failure !== null) throw failure
    return Part === null ? <Meanwhile {...props} isAway={isAway} /> : <Part {...props} />
  }
  return Object.assign(Lazy, { preload })
}

const Nothing = () => null

/** The same for what a screen can do without: code that fails to load is loaded when the connection is back. */
export const lazyExtra = <P extends object>(load: Loader<P>, Meanwhile?: Meanwhile<P>): ComponentType<P> =>
  lazy(() => withConnection(load), Meanwhile)

/** Loads something now, or again when the connection is back: as often as it takes. */
export const withConnection = <T,>(load: () => Promise<T>): Promise<T> =>
  whole(load).catch(
    () =>
      new Promise((resolve) => {
        const stop = onReachable(() => {
          stop()
          resolve(withConnection(load))
        })
      }),
  )

interface Closable {
  onClose: () => void
}

/** The same for a dialog; Escape closes it also while its code is loading. Without a connection it closes, and says why. */
export const lazyDialog = <P extends Closable>(load: Loader<P>): LazyComponent<P> => lazy(load, Awaited)

function Awaited({ onClose, isAway }: Closable & { isAway: boolean }) {
  useLayoutEffect(() => {
    if (isAway) {
      onClose()
      showToast({ text: text().shell.unreachable.title, slot: 'away' })
    }
    const giveUp = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
    }
    document.addEventListener('keydown', giveUp)
    return () => document.removeEventListener('keydown', giveUp)
  }, [onClose, isAway])
  return null
}

const RELOADED = 'reloaded'
/** What never comes must not load the page again and again. */
const RELOAD_AGAIN_MS = MINUTE
/** Several parts may be missing at once. */
let isReloading = false

/**
 * Loads a part of the client; null: there is no connection. After a deploy an open page may ask for a part that is gone;
 * then the page is loaded again, which brings the new version. @throws what does not come then either
 */
export async function importOrReload<T>(load: () => Promise<T>): Promise<T | null> {
  try {
    return await whole(load)
  } catch (error) {
    // Whoever reloads a page without a connection may be left without a page.
    if (!(await checkConnection())) return null
    if (!isReloading) {
      if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < RELOAD_AGAIN_MS) throw error
      isReloading = true
      sessionStorage.setItem(RELOADED, String(Date.now()))
      location.reload()
    }
    return new Promise(() => {})
  }
}

/** Paths of the areas' style sheets; filled in by the build. */
declare const AREA_STYLES: Record<string, string>

/** Code, once a sheet of `styles/areas/` that it needs is loaded, too. */
export const withStyle = async <T,>(area: string, load: Promise<T>): Promise<T> =>
  (await Promise.all([load, loadStyle(area)]))[0]

/** By area, those that are loaded or on their way. */
const styles: Record<string, Promise<unknown>> = {}

/** Loads a sheet of `styles/areas/`, once. @throws when it is missing, so that the page is loaded again */
export function loadStyle(area: string): Promise<unknown> {
  styles[area] ??= new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), {
      rel: 'stylesheet',
      href: AREA_STYLES[area],
      onload: resolve,
      onerror() {
        link.remove()
        delete styles[area]
        reject(new Error(link.href))
      },
    })
    document.head.append(link)
  })
  return styles[area]
}
