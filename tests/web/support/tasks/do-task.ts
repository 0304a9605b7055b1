import type { Browser } from 'playwright-core'
import { visit } from '../browser'
import { setClock } from '../calendars'
import { type Effort, handsOn } from './hands'
import type { Setting, Task } from './task'

export interface Done extends Effort {
  seconds: number
  problems: string[]
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
  } finally {
    await context.close()
  }
}
