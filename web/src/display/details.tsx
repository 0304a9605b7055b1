import type { PlacedEntry } from '../calendar/data'
import { Line, When, Who } from '../calendar/event-card/lines'
import { colorsOf } from '../calendar/parts/people'
import { useText } from '../i18n'
import { eventFormTexts } from '../i18n/event-form'
import { needs } from '../lib/needs'
import { Button } from '../ui/button'
import { closeDialog, Dialog } from '../ui/dialog'
import { MapPin } from '../ui/icons'
import { loadStyle } from '../ui/lazy'

needs(() => Promise.all([eventFormTexts(), loadStyle('card')]))

interface DetailsProps {
  placed: PlacedEntry
  today: number
  onClose: () => void
}

/** The card of an event in large words; nothing on it leads away from the display. */
export default function Details({ placed, today, onClose }: DetailsProps) {
  const { common } = useText()
  const { label, location, people } = placed.item
  return (
    <Dialog
      title={label}
      class="event-card"
      style={colorsOf(people)}
      onClose={onClose}
      footer={<Button onClick={(event) => closeDialog(event.currentTarget)}>{common.close}</Button>}
    >
      <ul class="card-lines">
        <When placed={placed} today={today} />
        <li class="card-who">
          <Who people={people} />
        </li>
        {location && <Line icon={<MapPin />}>{location}</Line>}
      </ul>
    </Dialog>
  )
}
