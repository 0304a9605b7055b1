import { launch } from '../tests/web/support/browser'
import { TASKS } from '../tests/web/support/tasks'
import { doTask } from '../tests/web/support/tasks/do-task'
import { openSetting } from '../tests/web/support/tasks/setting'
import type { Bench } from './figure'

/** What a household does in its first month: seconds from the first screen on, with the touches that it takes. */
export const bench: Bench = async (report) => {
  const setting = await openSetting()
  const browser = await launch()
  try {
    for (const task of TASKS) {
      const { seconds, taps, texts, drags } = await doTask(browser, setting, task)
      const touches = wordsOf({ taps, texts, drags })
      const goal = wordsOf(task.most)
      report({ name: `${task.number}. ${task.name} (${task.on}): ${touches}`, value: seconds, unit: 's', goal })
    }
  } finally {
    await browser.close()
    await setting.close()
  }
}

const wordsOf = (effort: { taps?: number; texts?: number; drags?: number }): string =>
  [
    `${effort.taps ?? 0} taps`,
    ...(effort.texts ? [`${effort.texts} texts`] : []),
    ...(effort.drags ? [`${effort.drags} drags`] : []),
  ].join(' + ')
