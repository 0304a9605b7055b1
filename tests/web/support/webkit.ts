import { freePort, startServer, stopServer, untilReady } from '../../../scripts/local/process'
import { environmentOfBrowser } from '../../../scripts/test/clock'
import { cookieFor, type Member } from '../../support/cast'
import type { Home } from './home'
import { until } from './until'

const [DRIVER, SCREEN] = [Bun.which('WebKitWebDriver'), Bun.which('Xvfb')]

/** A machine may be busy. */
const STEP_MS = 60_000

/** Why there is no WebKit here, null when there is. */
export const whyNoWebKit =
  DRIVER !== null && SCREEN !== null ? null : 'apt-get install webkit2gtk-driver xvfb: the engine of Safari and iPhones'

/** WebKit, driven as the W3C says (WebDriver), a driver for each window. */
export interface WebKit {
  /** A window with a member signed in; a narrow one is as narrow as it can be. */
  open(member: Member, width: number): Promise<WebKitWindow>
  stop(): Promise<void>
}

/** One at a time. */
export interface WebKitWindow {
  /** Goes to a path, and waits for words in one of some elements. @throws with what can be read there instead */
  go(path: string, selector: string, words: string): Promise<void>
  /** What can be read in the elements. */
  text(selector: string): Promise<string>
  /** What a function's body returns on the page. */
  run<T>(script: string): Promise<T>
  /** The path of its page; null while one is being left, of which the driver still holds on to the frame. */
  path(): Promise<string | null>
  /** Clicks the element as a person does. */
  click(selector: string): Promise<void>
  /** Types into the element. */
  type(selector: string, text: string): Promise<void>
  close(): Promise<void>
}

/** Starts the engine on a screen of its own that nobody sees. */
export async function startWebKit(home: Home): Promise<WebKit> {
  const display = await freePort()
  const screen = startServer([SCREEN!, `:${display}`, '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'])
  // A path of its own is made by root alone.
  const listens = async () => (await Bun.file('/proc/net/unix').text()).includes(`@/tmp/.X11-unix/X${display}\n`)
  await untilReady('Xvfb', screen, listens)
  return {
    open: (member, width) => openWindow(home, display, member, width),
    stop: () => stopServer(screen),
  }
}

interface Driver {
  ask<T>(method: string, path: string, body?: object): Promise<T>
  stop(): Promise<void>
}

/** A driver knows of one window alone, and may not answer for the next while the one before is going. */
async function startDriver(display: number): Promise<Driver> {
  const port = await freePort()
  const env = { ...environmentOfBrowser(), DISPLAY: `:${display}` } as Record<string, string>
  const driver = startServer([DRIVER!, `--port=${port}`, '--host=127.0.0.1'], { env, deathSignal: 'TERM' })
  const ask: Driver['ask'] = async (method, path, body) => {
    const signal = AbortSignal.timeout(STEP_MS)
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body && JSON.stringify(body),
      signal,
    })
    const { value } = (await response.json()) as { value: { error?: string; message?: string } }
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error}, ${value.message}`)
    return value as never
  }
  const isReady = () => ask<{ ready: boolean }>('GET', '/status').then(({ ready }) => ready)
  await untilReady('WebKitWebDriver', driver, () => isReady().catch(() => false))
  return { ask, stop: () => stopServer(driver) }
}

async function openWindow(home: Home, display: number, member: Member, width: number): Promise<WebKitWindow> {
  const { ask, stop } = await startDriver(display)
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', { capabilities: {} })
  const session = `/session/${sessionId}`
  await ask('POST', `${session}/window/rect`, { width, height: 900 })
  // A cookie is given to a page of its origin.
  await ask('POST', `${session}/url`, { url: `${home.url}/health` })
  const [name, value] = (await cookieFor(home.ctx, member.id)).split('=')
  await ask('POST', `${session}/cookie`, { cookie: { name, value, path: '/' } })

  const run = <T>(script: string) => ask<T>('POST', `${session}/execute/sync`, { script, args: [] })
  const text = (selector: string) =>
    run<string>(
      `return [...document.querySelectorAll('${selector}')].map(({ innerText }) => innerText + '\\n').join('')`,
    )
  const find = async (selector: string): Promise<string> => {
    const found = await until(
      selector,
      () => ask<object[]>('POST', `${session}/elements`, { using: 'css selector', value: selector }),
      (elements) => elements.length > 0,
    )
    return `${session}/element/${Object.values(found[0]!)[0]}`
  }
  const path = async () => {
    try {
      return await run<string>('return location.pathname')
    } catch {
      await ask('POST', `${session}/frame`, { id: null }).catch(() => {})
      return null
    }
  }
  /** What a person does to an element, once the page lets them: while it is drawn anew it may be gone, or covered. */
  const act = async (selector: string, verb: 'click' | 'value', body: object) => {
    const isDone = (said: string) => !/element not interactable|element click intercepted|stale element/.test(said)
    const said = await until(
      `${selector} takes a ${verb}`,
      async () => ask('POST', `${await find(selector)}/${verb}`, body).then(() => '', String),
      isDone,
    )
    if (said !== '') throw new Error(said)
  }
  return {
    text,
    run,
    path,
    async go(path, selector, words) {
      await ask('POST', `${session}/url`, { url: home.url + path })
      const isThere = (read: string) => read !== '' && read.includes(words)
      await until(`${words} in ${selector} at ${path}`, () => text(selector), isThere)
    },
    click: (selector) => act(selector, 'click', {}),
    type: (selector, typed) => act(selector, 'value', { text: typed }),
    close: () => ask<void>('DELETE', session).finally(stop),
  }
}
