import { useText } from '../i18n'
import { Dialog } from '../ui/dialog'
import type { CalendarData, PlacedEntry } from './data'
import { peopleOf } from './entries'
import type { Panel } from './header'
import { MiniMonth } from './parts/mini-month'
import { PeopleFilter } from './parts/people-filter'
import { SearchPanel } from './search/search-panel'

interface PanelsProps {
  panel: Panel
  data: CalendarData
  day: number
  today: number
  onPick: (day: number) => void
  onOpen: (placed: PlacedEntry) => void
  onClose: () => void
}

/** The dialogs that the header opens. */
export default function Panels({ panel, data, day, today, onPick, onOpen, onClose }: PanelsProps) {
  const { calendar } = useText()
  const titles = {
    jump: calendar.jump,
    people: calendar.filter,
    search: calendar.search,
  }
  const pick = (picked: number) => {
    onClose()
    onPick(picked)
  }
  return (
    <Dialog title={titles[panel]} class={`panel-${panel}`} onClose={onClose}>
      {panel === 'jump' && <MiniMonth day={day} today={today} onPick={pick} />}
      {panel === 'people' && <PeopleFilter people={peopleOf(data.entries)} />}
      {panel === 'search' && <SearchPanel onOpen={onOpen} />}
    </Dialog>
  )
}
