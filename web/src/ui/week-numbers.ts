import { useFormats } from '../i18n/format'
import { keepOnDevice } from '../lib/keep-on-device'
import { createStore, useStore } from '../lib/store'
import { positionInWeek } from '../lib/tz'
import type { weekNumber } from '../lib/week'

const KEY = 'week-numbers'

/** How weeks are numbered, once the code is there; null where nobody wants it. */
const numbering = createStore<{ numberOf: typeof weekNumber } | null>(null)

/** Whether weeks are numbered on this device. */
export const weekNumbers = createStore(localStorage.getItem(KEY) !== null)
if (weekNumbers.get()) void load()

export function setWeekNumbers(isWanted: boolean): void {
  weekNumbers.set(isWanted)
  if (isWanted) keepOnDevice(KEY, 'on')
  else localStorage.removeItem(KEY)
  if (isWanted) void load()
}

async function load(): Promise<void> {
  numbering.set({ numberOf: (await import('../lib/week')).weekNumber })
}

/** The number of the week that begins on a day; undefined on other days, and where nobody wants it. */
export function useWeekNumber(): (day: number) => number | undefined {
  const { firstWeekday } = useFormats()
  const code = useStore(numbering)
  const isWanted = useStore(weekNumbers)
  return (day) => (isWanted && positionInWeek(day, firstWeekday) === 0 ? code?.numberOf(day, firstWeekday) : undefined)
}
