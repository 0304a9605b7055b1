import { type Component, findAll, property } from '../parse'
import { zoneOf } from './index'
import type { Zone } from './table'
import { readVtimezone, textOfVtimezone, vtimezoneBudget } from './vtimezone'
import windowsNames from './windows.json'

const WINDOWS = new Map(Object.entries(windowsNames))

/** Tables of VTIMEZONEs by their contents: one producer writes the same one into every object. */
const vtimezones = new Map<string, Zone>()
const MAX_VTIMEZONE_BYTES = 8 * 1024 * 1024
let vtimezoneBytes = 0
/** Definitions one object may bring, and zones it may name; an orderly one has a few. */
const MAX_DEFINITIONS = 50
const MAX_NAMES = 100

/** The zones an object's TZIDs name; what cannot be found is the household's, and said in `problems`. */
export class ObjectZones {
  readonly problems: string[] = []
  private readonly found = new Map<string, Zone>()
  private readonly budget = vtimezoneBudget()
  private readonly definitions = new Map<string, Component>()

  constructor(
    root: Component,
    readonly household: Zone,
  ) {
    for (const component of findAll(root, 'VTIMEZONE')) {
      const id = property(component, 'TZID')?.value
      if (id !== undefined && this.definitions.size < MAX_DEFINITIONS) this.definitions.set(id, component)
    }
  }

  /**
   * An exact IANA or Windows name is our own table, since VTIMEZONEs under such names are often cut short; then the
   * object's VTIMEZONE; then an `/example.org/Area/City` tail; then the household. A VTIMEZONE goes before IANA's names
   * without a slash: who writes EST, CET or Japan seldom means those of the 1970s, which have no daylight saving.
   */
  resolve(tzid: string): Zone {
    const known = this.found.get(tzid)
    if (known) return known
    if (this.found.size >= MAX_NAMES) {
      this.problems.push('too many time zones, household time zone used')
      return this.household
    }
    const named = windowsZone(tzid) ?? (tzid.includes('/') ? zoneOf(tzid) : null)
    const zone = named ?? this.definedZone(tzid) ?? zoneOf(tzid) ?? tailZone(tzid) ?? this.household
    if (zone === this.household && tzid !== zone.id) this.problems.push('unknown time zone, household time zone used')
    this.found.set(tzid, zone)
    return zone
  }

  private definedZone(tzid: string): Zone | null {
    const definition = this.definitions.get(tzid)
    if (!definition) return null
    try {
      const key = textOfVtimezone(definition)
      const known = vtimezones.get(key)
      if (known) return known
      const zone = readVtimezone(definition, this.budget)
      remember(key, zone)
      return zone
    } catch {
      this.problems.push('unreadable time zone definition')
      return null
    }
  }
}

/** An onset takes 12 bytes, a character of the definition two at most. */
function remember(key: string, zone: Zone): void {
  const bytes = 2 * key.length + 12 * zone.onsets.length
  if (vtimezoneBytes + bytes > MAX_VTIMEZONE_BYTES) {
    vtimezones.clear()
    vtimezoneBytes = 0
  }
  vtimezones.set(key, zone)
  vtimezoneBytes += bytes
}

function windowsZone(tzid: string): Zone | null {
  const name = WINDOWS.get(tzid)
  return name === undefined ? null : zoneOf(name)
}

function tailZone(tzid: string): Zone | null {
  const parts = tzid.split('/').filter((part) => part !== '')
  for (const length of [3, 2]) {
    const zone = parts.length > length || tzid.startsWith('/') ? zoneOf(parts.slice(-length).join('/')) : null
    if (zone) return zone
  }
  return null
}
