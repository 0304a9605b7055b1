/** Days that an event probably goes to. Pure, on days. */

const WEEK = 7

/** Where an event is moved to: on by a day or a week; one that is over comes to be today or tomorrow. */
export function daysToMove(day: number, today: number): number[] {
  const near = day < today ? [today, today + 1] : [day + 1]
  return [...new Set([...near, nextWeekday(day, today)])]
}

/** Where a copy goes to: the same weekday before all others. */
export function daysToCopy(day: number, today: number): number[] {
  return [...new Set([nextWeekday(day, today), day < today ? today : day + 1])]
}

/** The next such weekday after the event, and after today. */
function nextWeekday(day: number, today: number): number {
  const weeks = Math.floor(Math.max(0, today - day) / WEEK) + 1
  return day + weeks * WEEK
}
