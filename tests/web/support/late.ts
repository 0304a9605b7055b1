import type { BrowserContext, Page, Request } from 'playwright-core'
import { settled } from './device'
import { until } from './until'

/** An answer that the service has given and that is on its way still. */
export interface LateAnswer {
  /** The service has answered: what it said was true then. */
  given: Promise<void>
  /** Over when the page has it, and what it draws is drawn. */
  arrive(): Promise<void>
}

/** Holds the requests for a path that are made from now on, all or those of one method; returns what lets them go on. */
export async function holdRequests(
  page: Page | BrowserContext,
  path: string | RegExp,
  method?: string,
): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    if (method === undefined || route.request().method() === method) await held.promise
    await route.continue()
  })
  return held.resolve
}

/** Holds the answers to the questions (GET) about a path that come from now on; answers to changes are not held. */
export async function holdAnswers(page: Page, path: string): Promise<LateAnswer> {
  const [given, arrival] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    given.resolve()
    await arrival.promise
    await route.fulfill({ response })
  })
  return {
    given: given.promise,
    async arrive() {
      const late = page.waitForEvent('requestfinished', (request) => isAbout(request.url(), path))
      arrival.resolve()
      await late
      await settled(page)
    },
  }
}

/** Does something that changes what the service has, until the page has its answer and has drawn it. */
export async function answered(page: Page, path: string | RegExp, change: () => Promise<unknown>): Promise<void> {
  const answer = page.waitForResponse(
    (response) => response.request().method() !== 'GET' && isAbout(response.url(), path),
  )
  await change()
  await (await answer).finished()
  await settled(page)
}

/** To be called before a page opens: what it returns waits until nothing is on its way to the page any more. */
export function untilAnswered(page: Page): () => Promise<unknown> {
  const asked = new Set<Request>()
  page.on('request', (request) => request.resourceType() === 'fetch' && asked.add(request))
  page.on('requestfinished', (request) => asked.delete(request))
  page.on('requestfailed', (request) => asked.delete(request))
  return () =>
    until(
      'every question has its answer',
      () => asked.size,
      (size) => size === 0,
    )
}

const isAbout = (url: string, path: string | RegExp) => {
  const { pathname } = new URL(url)
  return typeof path === 'string' ? pathname === path : path.test(pathname)
}
