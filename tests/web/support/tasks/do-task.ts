import type { Browser, Page } from 'playwright-core'
import { visit } from '../browser'
import { setClock } from '../calendars'
import { type Effort, handsOn } from './hands'
import type { Setting, Task } from './task'

export interface Done extends Effort {
  seconds: number
  problems: string[]
}

/** More would hide the rest of a run. */
const MAX_SHOWN = 4_000

/** What the screen shows: the dialog in front, else everything. */
async function screenOf(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog').last()
  const shown = (await dialog.isVisible()) ? dialog : page.locator('body')
  return (await shown.ariaSnapshot({ timeout: 5_000 })).slice(0, MAX_SHOWN)
}

/** Does a task on a device of its own, from the calendar's first screen on. */
export async function doTask(browser: Browser, setting: Setting, task: Task): Promise<Done> {
  const { home } = setting
  const options = { size: task.on, savesData: false, ...task.visit?.(setting) }
  const { page, context, problems } = await visit(browser, home, options)
  try {
    await task.before?.(setting, context)
    await setClock(page)
    await page.goto(home.url + (task.from?.(setting) ?? '/'))
    await page.getByRole('main').getByRole('button').first().waitFor()
    const hands = handsOn(page, task.on !== 'laptop')
    const start = performance.now()
    await task.work(hands, setting)
    const seconds = (performance.now() - start) / 1000
    await task.after?.(setting, hands)
    const { taps, texts, drags } = hands
    return { taps, texts, drags, seconds, problems }
  } catch (error) {
    throw new Error(`${error}\n${await screenOf(page).catch(String)}`, { cause: error })
  } finally {
    await context.close()
  }
}
