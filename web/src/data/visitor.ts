/**
 * Whether the server said, together with the page itself, that nobody is signed in: asking who it is would only be
 * refused. A device that has been used by a member asks all the same.
 */
export function isStranger(): boolean {
  if (localStorage.getItem('zone') !== null) return false
  const navigation = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined
  // What the service worker hands out is from another day.
  if (navigation === undefined || navigation.workerStart > 0) return false
  // Not exposed without https, and not in every browser.
  return navigation.serverTiming?.some(({ name }) => name === 'stranger') ?? false
}
