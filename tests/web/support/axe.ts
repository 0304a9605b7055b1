import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

const SOURCE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
const EVERYTHING = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }
/** All that another theme can change. */
const COLORS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

interface Axe {
  run(where: Document | Element, options: object): Promise<AxeResult>
}

interface AxeResult {
  violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[]
}

/** What axe-core finds wrong with the page as it is now, or with the modal dialog on it, one line per element. */
export const accessibilityProblems = (page: Page): Promise<string[]> => run(page, EVERYTHING)

/** The same for a page that was looked at before, in another theme. */
export const colorProblems = (page: Page): Promise<string[]> => run(page, COLORS)

async function run(page: Page, runOnly: typeof EVERYTHING): Promise<string[]> {
  await begin(page)
  const { violations } = await page.evaluate<AxeResult, typeof EVERYTHING>(async (only) => {
    const { axe } = window as unknown as { axe: Axe }
    // What lies below it cannot be reached.
    const where = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document
    const { violations } = await axe.run(where, { runOnly: only, resultTypes: ['violations'] })
    return { violations }
  }, runOnly)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${help}\n  ${html.slice(0, 200)}\n  ${failureSummary}`),
  )
}

/** Half a megabyte, which a page that was looked at before has already. */
async function begin(page: Page) {
  if (await page.evaluate(() => 'axe' in window)) return
  // Evaluated by the debugger, which the page's content security policy does not concern.
  await page.evaluate(SOURCE)
}
