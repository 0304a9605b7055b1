import type { APIResponse, Cookie, Page, Route } from 'playwright-core'
import { until } from './until'

type Lose = (route: Route, answer: APIResponse) => Promise<void>

/** Nothing of it arrives, and no cookie. */
export const dropAnswer: Lose = (route) => route.abort()

/** Its last letter is missing. */
export const breakOff: Lose = async (route, answer) =>
  route.fulfill({ headers: answer.headers(), body: (await answer.text()).slice(0, -1) })

/**
 * The service does what it is asked to change next under a path, and the connection is gone before it has answered; over
 * when it is.
 */
export async function loseNextAnswer(page: Page, path: string, lose = dropAnswer): Promise<void> {
  let isLost = false
  let isOver = false
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() === 'GET' || isLost) return route.fallback()
    isLost = true
    const context = page.context()
    const before = await context.cookies()
    const answer = await route.fetch()
    // Asking for it in the page's place has kept its cookies.
    const isNew = ({ name }: Cookie) => before.every((cookie) => cookie.name !== name)
    for (const { name } of (await context.cookies()).filter(isNew)) await context.clearCookies({ name })
    await context.addCookies(before)
    await lose(route, answer)
    isOver = true
  })
  await until(
    `an answer about ${path} is lost`,
    () => isOver,
    (isIt) => isIt,
  )
}
