import { useEffect } from 'preact/hooks'
import { installText, installTexts } from '../i18n/install'
import { afterAhead } from '../lib/idle'
import { createStore, useStore } from '../lib/store'
import { HOUR } from '../lib/tz'
import { navigate } from '../router'
import { withConnection } from '../ui/lazy'
import { showToast } from '../ui/toast'

const LOOK_FOR_UPDATE_MS = HOUR

/**
 * Installs the service worker and says so when a newer version of the client waits. Without a secure origin there is none:
 * then the document tells of which version it is.
 */
export function startServiceWorker(): void {
  if (navigator.serviceWorker) startWorker()
  else lookAtDocument()
}

function startWorker() {
  navigator.serviceWorker.addEventListener('message', (event) => {
    const { open } = event.data as { open?: string }
    if (typeof open === 'string') navigate(open)
  })
  void afterAhead.then(register)
}

async function register() {
  const hadWorker = navigator.serviceWorker.controller !== null
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => null)
  // Some browsers answer with nothing where service workers are switched off.
  if (!registration) return
  if (hadWorker && registration.waiting) offerWorker(registration.waiting)
  watch(registration)
}

function watch(registration: ServiceWorkerRegistration) {
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => {
      // Without a controller this is the first installation: nothing is out of date.
      if (worker.state === 'installed' && navigator.serviceWorker.controller !== null) offerWorker(worker)
    })
  })
  setInterval(() => void registration.update().catch(() => {}), LOOK_FOR_UPDATE_MS)
}

const FIRST_PART = /<script type="module"[^>]* src="(\/assets\/[^"]+)"/

/** The first part of a version has a digest in its name. What answers without one is not the service. */
function lookAtDocument() {
  const own = document.querySelector<HTMLScriptElement>('script[type=module]')?.getAttribute('src')
  const looking = setInterval(async () => {
    const text = await fetch('/index.html', { cache: 'no-cache' }).then(
      (answer) => answer.text(),
      () => '',
    )
    const part = FIRST_PART.exec(text)?.[1] ?? own
    if (part === own) return
    clearInterval(looking)
    void offer(() => location.reload())
  }, LOOK_FOR_UPDATE_MS)
}

/** Takes the newer version that waits to be used. */
const waiting = createStore<{ take: () => void } | null>(null)

const offerWorker = (worker: ServiceWorker) => void offer(() => use(worker))

async function offer(take: () => void) {
  waiting.set({ take })
  await withConnection(installTexts)
  const { updateReady, updateNow } = installText()
  const action = { label: updateNow, run: take }
  showToast({ text: updateReady, action, milliseconds: null, slot: 'update' })
}

function use(worker: ServiceWorker) {
  // Another page was quicker.
  if (worker.state !== 'installed') return location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  worker.postMessage('skip-waiting')
}

/** Takes a newer version without asking, where nobody is there to be asked. */
export function useUpdateWhen(isConvenient: boolean): void {
  const newer = useStore(waiting)
  useEffect(() => {
    if (isConvenient) newer?.take()
  }, [isConvenient, newer])
}
