import { preferAs } from '../lib/preferences'

/**
 * Whose answers this device keeps, and whom this page serves. The first is shared by all pages of the device, which read
 * it at once; the second never changes as long as the page lives: for somebody else it is loaded anew.
 */
const KEY = 'owner'

let served: number | null = null

/** The device has no room for its owner: this page alone knows. */
let isKeptHere = false

/** The member whose answers the device keeps; null when it keeps nobody's. */
export function deviceOwner(): number | null {
  if (isKeptHere) return served
  const id = Number(localStorage.getItem(KEY))
  return Number.isInteger(id) && id > 0 ? id : null
}

/** The member whom this page serves or has served. */
export const pageOwner = (): number | null => served

/** Whether the device has been given up, or has become another member's, behind this page's back. */
export const isOutdated = (): boolean => served !== null && deviceOwner() !== served

/** Makes the device the member's, and the page if it has served nobody yet. */
export function claim(member: number): void {
  served ??= member
  if (deviceOwner() === member) return
  try {
    localStorage.setItem(KEY, String(member))
  } catch {
    localStorage.removeItem(KEY)
    isKeptHere = true
  }
  preferAs(member)
}

/** Leaves the device to nobody. */
export function giveUp(): void {
  isKeptHere = false
  localStorage.removeItem(KEY)
  preferAs(null)
}

/** Hears when another page gives the device up, or claims it. */
export function onOwnerChange(listener: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) listener()
  })
  // A page that the browser has kept for the way back has heard nothing meanwhile.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && (deviceOwner() ?? served) !== null) listener()
  })
}
