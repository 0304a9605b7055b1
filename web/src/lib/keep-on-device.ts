/** Keeps a value on the device; where it has no room, or may keep nothing, what goes on does without. */
export function keepOnDevice(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    // Full, or switched off by the person.
  }
}
