import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

/** The key of the row that was added here last, until it has been shown. */
let wanted: string | null = null

/** Brings a row into view as soon as it is drawn. */
export function reveal(key: string): void {
  wanted = key
}

/** Shows what was added on this screen; what comes from elsewhere moves nothing. */
export function useReveal(within: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const row = wanted === null ? null : within.current?.querySelector(`[data-key="${CSS.escape(wanted)}"]`)
    if (!row) return
    wanted = null
    row.scrollIntoView({ block: 'nearest' })
  })
}
