/** The colour of whatever belongs to everyone: occurrences of the shared calendar. */
export const SHARED_COLOR = '#F25C7A'

/**
 * Six hues, each at a contrast of 4.5 to white and to black (WCAG 2 AA). The cool ones come first; amber and coral
 * come last, since they are the nearest to the shared calendar's colour.
 */
export const PALETTE = ['#356DEF', '#078383', '#8B56E7', '#22872F', '#9F6B04', '#C55220'] as const

const COLOR = /^#[0-9A-F]{6}$/i
/** Below this distance in RGB two colours of a month view are taken for one another. */
const MIN_DISTANCE = 64

/**
 * The colour of a new member: the first of the palette that is free; when none is, the palette starts over, counted by
 * the number of members.
 */
export function nextColor(taken: readonly string[]): string {
  const used = new Set(taken.map((color) => color.toUpperCase()))
  return PALETTE.find((color) => !used.has(color)) ?? PALETTE[taken.length % PALETTE.length]!
}

/** Whether a member may choose this colour: `#RRGGBB`, and not to be mistaken for the shared calendar's. */
export function isMemberColor(color: string): boolean {
  return COLOR.test(color) && distance(color, SHARED_COLOR) >= MIN_DISTANCE
}

function distance(a: string, b: string): number {
  const [one, other] = [channels(a), channels(b)]
  return Math.hypot(...one.map((channel, index) => channel - other[index]!))
}

function channels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
}
