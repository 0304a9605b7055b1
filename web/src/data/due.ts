/** What the device keeps of the days that come, for the number on the app's icon; the service worker reads it. */
export const DUE = 'due'

/** A day of the household's and when the member's events on it are over; epoch milliseconds. */
export interface DueDay {
  from: number
  to: number
  ends: number[]
}

/** How many of the day's events are not over at `now`; null where nothing is known of that day. */
export function dueAt(days: readonly DueDay[], now: number): number | null {
  const day = days.find(({ from, to }) => from <= now && now < to)
  return day === undefined ? null : day.ends.filter((end) => end > now).length
}

/** Shows a number on the app's icon, where the system has a place for it. */
export async function showBadge(count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return
  await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {})
}
