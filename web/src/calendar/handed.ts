import type { Draft } from './draft'

let handed: Draft | null = null

/** Hands over what a new event is to begin with; the calendar takes it with the next `/?new`. */
export function handOver(draft: Draft): void {
  handed = draft
}

/** Once: a second call has nothing. */
export function takeHanded(): Draft | null {
  const taken = handed
  handed = null
  return taken
}
