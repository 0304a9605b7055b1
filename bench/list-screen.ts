import type { Browser, Page } from 'playwright-core'
import { ask } from '../tests/support/cast'
import { launch, visit } from '../tests/web/support/browser'
import { type Home, openHome } from '../tests/web/support/home'
import type { Bench } from './figure'
import { median } from './support/time'

const ITEMS = 500
const SECTIONS = 25
const TICKS = 11
const AT_ONCE = 100
const CPU_SLOWDOWN = 4
const FRAME_MS = 1000 / 60

/** What a trace tells of; `tts` and `tdur` are how long its thread has been at work by then, and on it, in microseconds. */
interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** When it began, in microseconds. */
  ts: number
  tts?: number
  tdur?: number
}

/**
 * A shopping list of 500 items: how long a tick keeps the main thread at work until its frame is with the compositor, and
 * until all that follows is drawn and kept as well. Processor time, four times over for a slow phone's: neither the wait
 * for the screen's next frame counts nor what else the machine does.
 */
export const bench: Bench = async (report) => {
  const home = await openHome({ at: new Date().toISOString() })
  const browser = await launch()
  try {
    const id = await fill(home)
    for (const isGrouped of [true, false]) {
      await ask(home, home.cast.ada, `PATCH /api/lists/${id}`, { grouped: isGrouped })
      const { page, context } = await visit(browser, home, { size: 'phone', path: `/lists/${id}` })
      const works = await tickSome(browser, page)
      const list = isGrouped ? `${SECTIONS} sections` : 'one order'
      const tell = (name: string, value: number, goal?: string) =>
        report({ name: `a tick among ${ITEMS} items, ${list}, 4x CPU: ${name}`, value, unit: 'ms', goal })
      const painted = works.map((work) => work.painted)
      tell('painted, median', median(painted), `<= ${FRAME_MS.toFixed(1)}`)
      tell('painted, slowest', Math.max(...painted))
      tell('with all that follows, median', median(works.map((work) => work.settled)))
      await context.close()
    }
  } finally {
    await browser.close()
    await home.close()
  }
}

async function fill(home: Home): Promise<number> {
  const { ada } = home.cast
  const about = { name: 'Long', kind: 'shopping', grouped: true }
  const { body } = await ask<{ id: number }>(home, ada, 'POST /api/lists', about)
  const items = Array.from({ length: ITEMS }, (_, index) => ({
    text: `Thing ${index}`,
    section: `Shelf ${index % SECTIONS}`,
    amount: '2',
  }))
  for (let at = 0; at < ITEMS; at += AT_ONCE) {
    await ask(home, ada, `POST /api/lists/${body.id}/items/batch`, { items: items.slice(at, at + AT_ONCE) })
  }
  return body.id
}

interface Work {
  /** Milliseconds until the tick is seen. */
  painted: number
  /** Until its row stands as done, and it is kept. */
  settled: number
}

/** What each of some ticks costs, each after the one before has sunk and its answer is drawn. */
async function tickSome(browser: Browser, page: Page): Promise<Work[]> {
  await page.getByRole('checkbox', { name: `Thing ${ITEMS - 1}` }).waitFor()
  const works: Work[] = []
  for (let tick = 0; tick < TICKS; tick++) {
    await page.waitForTimeout(2_500)
    works.push(workIn(await traced(browser, () => page.evaluate(tickAt(tick)))))
  }
  // The first meets code that has not been compiled yet.
  return works.slice(1)
}

function workIn(events: readonly TraceEvent[]): Work {
  const markOf = (name: string) => events.find((event) => event.name === name)!
  const ticked = markOf('ticked')
  // A mark of the page's own comes too late: what is put off until after the frame may run before it.
  const commit = events
    .filter(({ name, ph, pid, tid }) => name === 'Commit' && ph === 'X' && pid === ticked.pid && tid === ticked.tid)
    .toSorted((a, b) => a.ts - b.ts)
    .find(({ ts }) => ts > ticked.ts)!
  const since = (end: number) => ((end - ticked.tts!) / 1_000) * CPU_SLOWDOWN
  return { painted: since(commit.tts! + commit.tdur!), settled: since(markOf('settled').tts!) }
}

const tickAt = (index: number) => `(async () => {
  const frame = () => new Promise(requestAnimationFrame)
  const task = () => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = resolve
    port2.postMessage(null)
  })
  const tick = document.querySelectorAll('.tick')[${index}]
  performance.mark('ticked')
  tick.click()
  while (tick.closest('.item.checked') === null) await frame()
  await frame()
  await task()
  performance.mark('settled')
})()`

async function traced(browser: Browser, run: () => Promise<unknown>): Promise<TraceEvent[]> {
  const devtools = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await devtools.send('Tracing.start', {
    traceConfig: { includedCategories: ['blink.user_timing', 'disabled-by-default-devtools.timeline'] },
  })
  await run()
  const isOver = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
  await devtools.send('Tracing.end')
  await isOver
  await devtools.detach()
  return events
}
