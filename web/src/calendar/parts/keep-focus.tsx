import { useEffect, useRef } from 'preact/hooks'
import { focusNext } from '../../lib/focus'
import { headingOf } from '../../lib/heading'
import { usePlace } from '../../router'
import { sameEventAs } from './same-event'

const EVENT = '[data-entry], [data-fixed]'
/** What an event is left for, and come back from. */
const ABOVE = 'dialog, .toasts'

const keyOf = ({ dataset }: HTMLElement): string => dataset.entry ?? dataset.fixed ?? ''

/**
 * An event that has the focus is drawn anew where its time or its title changes: the focus goes along with it. Where other
 * days are shown, it begins at their title.
 */
export default function KeepFocus() {
  const place = usePlace()
  const isSeen = useRef(false)
  useEffect(() => {
    if (!isSeen.current) return
    // A view that is only hidden loses the focus with the frame.
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => focusNext(titleOf)))
    return () => cancelAnimationFrame(frame)
  }, [place])
  useEffect(() => {
    let last: string | null = null
    const onFocus = ({ target }: Pick<FocusEvent, 'target'>) => {
      if (!(target instanceof Element)) return
      isSeen.current = target.matches('main :focus-visible')
      const event = target.closest<HTMLElement>(EVENT)
      if (event !== null) last = keyOf(event)
      else if (target.closest(ABOVE) === null) last = null
    }
    // Whoever points at things looks for the focus nowhere.
    const onPointer = () => {
      last = null
      isSeen.current = false
    }
    const drawnAnew = () => {
      if (last === null) return null
      const drawn = [...document.querySelectorAll<HTMLElement>(EVENT)].filter(
        (one) => one.closest('[inert]') === null && one.checkVisibility({ visibilityProperty: true }),
      )
      const same = sameEventAs(last, drawn.map(keyOf))
      return drawn.find((one) => keyOf(one) === same)
    }
    const observer = new MutationObserver(() => {
      if (last !== null && document.activeElement === document.body) focusNext(drawnAnew)
    })
    onFocus({ target: document.activeElement })
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', onFocus)
    document.addEventListener('pointerdown', onPointer)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('pointerdown', onPointer)
    }
  }, [])
  return null
}

/** Where nothing has the focus. */
const titleOf = () => (document.activeElement === document.body ? headingOf() : null)
