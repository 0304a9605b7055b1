import { useRef, useState } from 'preact/hooks'
import { useText } from '../../i18n'
import { RefreshCw } from '../../ui/icons'
import { useRefresh } from './as-of'
import { useTouches } from './use-touches'

const ENOUGH = 72
const MAX_DISTANCE = 110

/** Pulling a list down from its top asks for the calendars anew. */
export default function PullToRefresh({ area }: { area: { current: HTMLElement | null } }) {
  const { calendar } = useText()
  const { isRefreshing, start } = useRefresh()
  const [pulled, setPulled] = useState(0)
  const refresh = useRef(start)
  refresh.current = start

  useTouches(area, (element) => {
    let from: number | null = null
    let distance = 0
    const begin = ({ touches, target }: TouchEvent) => {
      const isAtTop = target instanceof Element && !hasScrolled(target, element)
      from = isAtTop && touches.length === 1 ? (touches[0]?.clientY ?? null) : null
      distance = 0
    }
    const pull = ({ touches, defaultPrevented }: TouchEvent) => {
      // What is dragged by a finger holds the page.
      if (defaultPrevented) from = null
      if (from === null) return setPulled(0)
      distance = Math.min(Math.max(((touches[0]?.clientY ?? from) - from) / 2, 0), MAX_DISTANCE)
      setPulled(distance)
    }
    const release = () => {
      if (from !== null && distance >= ENOUGH) void refresh.current()
      from = null
      setPulled(0)
    }
    return { start: begin, move: pull, end: release, cancel: release }
  })

  if (pulled < 8 && !isRefreshing) return null
  return (
    <div class="pull" style={{ '--pulled': `${isRefreshing ? ENOUGH : pulled}px` }} role="status">
      <span class={isRefreshing ? 'chip busy' : 'chip'}>
        <RefreshCw aria-hidden="true" />
        {isRefreshing ? calendar.refreshing : calendar.refresh}
      </span>
    </div>
  )
}

/** Only lists are pulled: something that scrolls, and stands at its top; the hours of a day are dragged instead. */
function hasScrolled(target: Element, area: Element): boolean {
  if (target.closest('.time-grid, .month-compact') !== null) return true
  for (let at: Element | null = target; at !== null && area.contains(at); at = at.parentElement) {
    if (at.scrollTop > 0) return true
  }
  return false
}
