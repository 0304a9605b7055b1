import type { APIResponse, Page, Route } from 'playwright-core'

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
  const lost = Promise.withResolvers<void>()
  let isLost = false
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() === 'GET' || isLost) return route.fallback()
    isLost = true
    const cookies = await page.context().cookies()
    const answer = await route.fetch()
    // Asking for it in the page's place has kept its cookies.
    await page.context().clearCookies()
    await page.context().addCookies(cookies)
    await lose(route, answer)
    lost.resolve()
  })
  return lost.promise
}
