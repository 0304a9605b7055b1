/** Every zone the browser knows, and these, which it may know under another name. */
export function zoneOptions(...present: string[]): { value: string; label: string }[] {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), ...present])
  return [...names].sort().map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))
}
