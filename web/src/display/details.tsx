import type { PlacedEntry } from '../calendar/data'
import { useDescribe } from '../calendar/parts/describe'
import { WhereAndWho } from '../calendar/parts/where-and-who'
import { useText } from '../i18n'
import { Button } from '../ui/button'
import { closeDialog, Dialog } from '../ui/dialog'
import { CalendarDays } from '../ui/icons'

interface DetailsProps {
  placed: PlacedEntry
  onClose: () => void
}

/** An event in large words. */
export function Details({ placed, onClose }: DetailsProps) {
  const { common } = useText()
  const describe = useDescribe()
  const { title, location, people } = placed.item
  const { firstDay, lastDay } = placed
  const { formats } = describe
  const day = firstDay === lastDay ? formats.full(firstDay) : formats.dayRange(firstDay, lastDay)
  return (
    <Dialog
      title={title}
      class="display-details"
      onClose={onClose}
      footer={<Button onClick={(event) => closeDialog(event.currentTarget)}>{common.close}</Button>}
    >
      <ul>
        <li>
          <CalendarDays aria-hidden="true" />
          {day}, {describe.times(placed)}
        </li>
        <WhereAndWho location={location} people={people} />
      </ul>
    </Dialog>
  )
}
