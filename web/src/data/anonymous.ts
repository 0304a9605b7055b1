/** What the device itself knows of there being no session, before the service is asked. */

/** The household's zone, as a device keeps it that a member has used. */
export const LAST_ZONE = 'zone'

/**
 * True when the service said, together with the page itself, that nobody is signed in: asking who it is would only be
 * refused. A device that a member has used asks all the same.
 */
export function hasNoSession(): boolean {
  if (localStorage.getItem(LAST_ZONE) !== null) return false
  const navigation = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined
  // A page from the service worker carries the headers of another day.
  if (navigation === undefined || navigation.workerStart > 0) return false
  // Not exposed without https, and not in every browser.
  return navigation.serverTiming?.some(({ name }) => name === 'stranger') ?? false
}

/** Stands on the device until the service has ended the session: nobody is signed in as long as it stands. */
const SIGNING_OUT = 'signing-out'

/** The device has no room for it: this page alone knows. */
let isSigningOutHere = false

/** Nobody is signed in, whatever the session's cookie says. */
export const isSigningOut = (): boolean => isSigningOutHere || localStorage.getItem(SIGNING_OUT) !== null

export function signOutBegins(): void {
  try {
    localStorage.setItem(SIGNING_OUT, 'yes')
  } catch {
    isSigningOutHere = true
  }
}

/** The session has ended, or another one has taken its place. */
export function signOutIsOver(): void {
  isSigningOutHere = false
  localStorage.removeItem(SIGNING_OUT)
}
