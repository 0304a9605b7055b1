import lighthouse from 'lighthouse'
import { freePort } from '../scripts/local/process'
import { CHROMIUM, launch } from '../tests/web/support/browser'
import { openHome } from '../tests/web/support/home'
import { furnish } from './client'
import type { Bench } from './figure'
import { median } from './support/time'

const RUNS = 3
const CATEGORIES = ['performance', 'accessibility', 'best-practices']
const GOALS: Record<string, string> = { performance: '>= 95', accessibility: '100', 'best-practices': '100' }

/** Lighthouse's own scores, mobile, for the sign-in and for a full month; medians, as Lighthouse advises. */
export const bench: Bench = async (report) => {
  const home = await openHome({ at: new Date().toISOString() })
  await furnish(home)
  const port = await freePort()
  const browser = await launch(CHROMIUM, [`--remote-debugging-port=${port}`])
  try {
    for (const [page, headers] of [
      ['sign-in', {}],
      ['month', { Cookie: home.cast.ada.cookie }],
    ] as const) {
      const runs = await repeat(() => visit(home.url, port, headers))
      for (const category of CATEGORIES) {
        const value = median(runs.map(({ categories }) => (categories[category]?.score ?? 0) * 100))
        report({ name: `Lighthouse mobile, ${page}: ${category}`, value, unit: 'of 100', goal: GOALS[category] })
      }
      const failed = new Set(
        runs.flatMap(({ audits }) =>
          Object.values(audits)
            .filter(isWeak)
            .map(({ id }) => id),
        ),
      )
      console.log(`    below 0.9 in any of ${RUNS} runs: ${[...failed].join(', ') || 'none'}`)
    }
  } finally {
    await browser.close()
    await home.close()
  }
}

async function visit(url: string, port: number, extraHeaders: Record<string, string>) {
  const result = await lighthouse(url, {
    port,
    onlyCategories: CATEGORIES,
    extraHeaders,
    logLevel: 'error',
    output: 'json',
  })
  if (result === undefined) throw new Error('Lighthouse gave no result')
  return result.lhr
}

async function repeat<T>(run: () => Promise<T>): Promise<T[]> {
  const all: T[] = []
  for (let count = 0; count < RUNS; count++) all.push(await run())
  return all
}

const isWeak = ({ score }: { score: number | null }) => score !== null && score < 0.9
