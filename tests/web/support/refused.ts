import type { Page, Route } from 'playwright-core'

interface Pressed {
  isPressed?: boolean
}

const refuse = (status: number) => (route: Route) => route.fulfill({ status, json: { error: 'No' } })

/**
 * Answers what is asked for under a path by `answer`, or refuses it with a status, until somebody presses *Try again*:
 * whatever else asks meanwhile, and is answered, would take the button away. To be called before the page is opened.
 */
export async function refuseUntilTriedAgain(
  page: Page,
  path: string | RegExp,
  answer: number | ((route: Route) => Promise<void>),
  method = 'GET',
): Promise<void> {
  await page.addInitScript(() => {
    const listen = ({ target }: MouseEvent) => {
      if ((target as Element).closest('button')?.textContent === 'Try again') (globalThis as Pressed).isPressed = true
    }
    addEventListener('click', listen, { capture: true })
  })
  const refused = typeof answer === 'number' ? refuse(answer) : answer
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    return (await page.evaluate(() => (globalThis as Pressed).isPressed === true)) ? route.fallback() : refused(route)
  })
}
