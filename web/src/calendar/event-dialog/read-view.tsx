import { useText } from '../../i18n'
import { eventFormTexts, useEventFormText } from '../../i18n/event-form'
import { unsavedTexts } from '../../i18n/unsaved'
import { Button } from '../../ui/button'
import { closeDialog, Dialog } from '../../ui/dialog'
import { CalendarDays, Lock, Repeat } from '../../ui/icons'
import { loadStyle } from '../../ui/lazy'
import type { Entry } from '../entries'
import { useFormMessage } from '../parts/form-messages'
import { WhereAndWho } from '../parts/where-and-who'
import { formOfTimes } from '../writes/times'

await Promise.all([eventFormTexts(), unsavedTexts(), loadStyle('event')])

interface ReadViewProps {
  /** An event of somebody else, opened to the household, or a time at which they are busy. */
  entry: Entry
  onClose: () => void
}

/** What is told of an event that only somebody else can change. */
export default function ReadView({ entry, onClose }: ReadViewProps) {
  const { common } = useText()
  const { read, repeats } = useEventFormText()
  const wordsOf = useFormMessage()
  const { title, location, people, isRecurring, access, calendarName } = entry
  const owner = entry.ownerName ?? common.someone
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={<Button onClick={(event) => closeDialog(event.currentTarget)}>{common.close}</Button>}
    >
      <ul class="read-view">
        <li>
          <CalendarDays aria-hidden="true" />
          {wordsOf('when', formOfTimes(title, entry))}
        </li>
        {isRecurring && (
          <li>
            <Repeat aria-hidden="true" />
            {repeats}
          </li>
        )}
        <WhereAndWho location={location} people={people} />
        <li class="hint">
          <Lock aria-hidden="true" />
          {access === 'busy' ? read.busy(owner) : read.whose(owner, calendarName)}
        </li>
      </ul>
    </Dialog>
  )
}
