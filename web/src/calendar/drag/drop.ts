import { text } from '../../i18n'
import { confirm } from '../../ui/confirm'
import { showToast } from '../../ui/toast'
import type { Entry } from '../entries'
import { editEvent, tryAgain } from '../writes/actions'
import { appearanceOfEntry } from '../writes/appearance'
import { openedOf } from '../writes/changes'
import { timesOfForm } from '../writes/overlay'
import { pendingEvent } from '../writes/pending-event'
import { currentWrites } from '../writes/waiting'
import { formOfTimes, type Shift, shiftTimes } from './shift'
import type { Drop } from './use-drag'

/** Saves what a drag has changed. A series moves as a whole, after asking. */
export async function saveDrop({ placed, shift }: Drop, zone: string): Promise<void> {
  const { item } = placed
  if (item.save?.state === 'failed') return changeFailed(item.save.writeId, shift, zone)
  if (!item.isRecurring) {
    const form = formOfTimes(item.title, shiftTimes(item, shift, zone))
    return editEvent({ ...item, appearance: appearanceOfEntry(item) }, form, formOfTimes(item.title, item))
  }
  await saveSeriesDrop(item, shift, zone)
}

async function saveSeriesDrop(item: Entry, shift: Shift, zone: string): Promise<void> {
  const { calendar } = text()
  const { series } = calendar
  const agreed = await confirm({
    title: series.moveTitle,
    body: series.moveBody(item.title),
    action: series.moveAction,
  })
  if (!agreed) return
  try {
    const first = await pendingEvent(item.ref)
    const origin = timesOfForm(first)
    const form = formOfTimes(first.title, shiftTimes(origin, shift, zone))
    editEvent({ ...item, appearance: appearanceOfEntry(item) }, form, openedOf(first))
  } catch {
    showToast({ text: calendar.notSavedToast(item.title) })
  }
}

/** Changes the times of a failed write on this device and sends it again. */
function changeFailed(writeId: string, shift: Shift, zone: string): void {
  const write = currentWrites().find(({ id }) => id === writeId)
  if (write === undefined || write.kind === 'delete') return
  const times = shiftTimes(timesOfForm(write.form), shift, zone)
  tryAgain(writeId, { ...write.form, ...formOfTimes(write.form.title, times) })
}
