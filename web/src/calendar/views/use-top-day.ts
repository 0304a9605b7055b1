import { useEffect, useRef } from 'preact/hooks'
import { monthStart } from '../../lib/layout'

type Ref = { current: HTMLElement | null }

const AT_REST_MS = 200

/**
 * Follows which day is at the top of a scrolled list of `[data-day]`, and keeps it there when something above it
 * grows: not every browser does that by itself. Another month is told at once, another day when the list is at rest.
 *
 * @returns `showAbove` shows something of what is put above, the next time that something is; `forget` tells nothing more
 * of what was at the top before another list stood there
 */
export function useTopDay(list: Ref, content: Ref, onTop: (day: number) => void) {
  const top = useRef<{ day: number; at: number } | null>(null)
  const showsAbove = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const told = useRef(onTop)
  told.current = onTop
  useEffect(() => {
    const box = list.current
    const inner = content.current
    if (box === null || inner === null) return
    // In the whole list: a scroll that is not told yet changes nothing of it.
    const placeOf = (element: Element) =>
      box.scrollTop + element.getBoundingClientRect().top - box.getBoundingClientRect().top
    const look = () => {
      const from = box.getBoundingClientRect().top + 1
      const days = [...inner.querySelectorAll<HTMLElement>('[data-day]')]
      const first = days.find((element) => element.getBoundingClientRect().bottom > from)
      if (first !== undefined) top.current = { day: Number(first.dataset.day), at: placeOf(first) }
    }
    const tell = () => {
      if (top.current !== null) told.current(top.current.day)
    }
    // Also while it is scrolled: of what has grown in this frame the observer hears only after the scroll.
    const keep = () => {
      const kept = top.current === null ? null : inner.querySelector(`[data-day="${top.current.day}"]`)
      if (top.current === null || kept === null) return
      const grown = placeOf(kept) - top.current.at
      top.current.at += grown
      if (grown !== 0) box.scrollTop += grown
    }
    const follow = () => {
      keep()
      const before = top.current
      look()
      clearTimeout(timer.current)
      timer.current = setTimeout(tell, AT_REST_MS)
      if (before !== null && top.current !== null && monthStart(before.day) !== monthStart(top.current.day)) tell()
    }
    const observer = new ResizeObserver(() => {
      keep()
      if (showsAbove.current) box.scrollTop -= box.clientHeight / 2
      showsAbove.current = false
      follow()
    })
    observer.observe(inner)
    box.addEventListener('scroll', follow, { passive: true })
    return () => {
      clearTimeout(timer.current)
      observer.disconnect()
      box.removeEventListener('scroll', follow)
    }
  }, [])
  const showAbove = () => {
    showsAbove.current = true
  }
  const forget = () => {
    clearTimeout(timer.current)
    top.current = null
  }
  return { showAbove, forget }
}
