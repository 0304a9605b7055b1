import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { freePort } from '../scripts/local/process'
import { CHROMIUM, CHROMIUM_FLAGS } from '../tests/web/support/browser'
import { openHome } from '../tests/web/support/home'
import { furnish } from './client'
import type { Bench } from './figure'

const CATEGORIES = ['performance', 'accessibility', 'best-practices']
const GOALS: Record<string, string> = { performance: '>= 95', accessibility: '100', 'best-practices': '100' }

/** Lighthouse's own scores, mobile, for the sign-in and for a full month. */
export const bench: Bench = async (report) => {
  const home = await openHome({ at: new Date().toISOString() })
  await furnish(home)
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${port}`],
    headless: true,
  })
  try {
    for (const [page, headers] of [
      ['sign-in', {}],
      ['month', { Cookie: home.cast.ada.cookie }],
    ] as const) {
      const result = await lighthouse(home.url, {
        port,
        onlyCategories: CATEGORIES,
        extraHeaders: headers,
        logLevel: 'error',
        output: 'json',
      })
      for (const category of CATEGORIES) {
        const score = (result?.lhr.categories[category]?.score ?? 0) * 100
        report({ name: `Lighthouse mobile, ${page}: ${category}`, value: score, unit: 'of 100', goal: GOALS[category] })
      }
      const failed = Object.values(result?.lhr.audits ?? {}).filter(({ score }) => score !== null && score < 0.9)
      console.log(`    below 0.9: ${failed.map(({ id }) => id).join(', ') || 'none'}`)
    }
  } finally {
    await browser.close()
    await home.close()
  }
}
