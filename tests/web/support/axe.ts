import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

const SOURCE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

interface AxeResult {
  violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[]
}

/** What axe-core finds wrong with the page as it is now, one line per element. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // Evaluated by the debugger, which the page's content security policy does not concern.
  await page.evaluate(SOURCE)
  const { violations } = await page.evaluate<AxeResult, string[]>(
    (tags) =>
      (window as unknown as { axe: { run: (where: Document, options: object) => Promise<AxeResult> } }).axe.run(
        document,
        {
          runOnly: { type: 'tag', values: tags },
        },
      ),
    RULES,
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${help}\n  ${html.slice(0, 200)}\n  ${failureSummary}`),
  )
}
