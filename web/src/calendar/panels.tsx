import { useText } from '../i18n'
import { navigate } from '../router'
import { Dialog } from '../ui/dialog'
import type { PlacedEntry } from './data'
import type { Panel } from './header'
import { JumpPanel } from './jump/jump-panel'
import { SearchPanel } from './search/search-panel'

interface PanelsProps {
  panel: Panel
  day: number
  today: number
  onPick: (day: number) => void
  onOpen: (placed: PlacedEntry) => void
  onClose: () => void
}

/** The dialogs that the header opens. */
export default function Panels({ panel, day, today, onPick, onOpen, onClose }: PanelsProps) {
  const { calendar } = useText()
  const titles = {
    jump: calendar.jump,
    search: calendar.search,
  }
  const pick = (picked: number) => {
    onClose()
    onPick(picked)
  }
  const go = (picked: number, occurrence: string) => {
    pick(picked)
    navigate(`${location.pathname}${location.search}#${encodeURIComponent(occurrence)}`, { replace: true })
  }
  return (
    <Dialog title={titles[panel]} class={`panel-${panel}`} onClose={onClose}>
      {panel === 'jump' && <JumpPanel day={day} today={today} onPick={pick} />}
      {panel === 'search' && <SearchPanel onOpen={onOpen} onGo={go} />}
    </Dialog>
  )
}
