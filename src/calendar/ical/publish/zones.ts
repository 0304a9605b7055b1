import { yearOf } from '../civil'
import { type Clock, timeLine } from '../lines'
import type { TimeValue } from '../times'
import { isUtc, toUtcSeconds, toWallSeconds, UTC, type Zone, zoneOf } from '../zone'
import { vtimezoneLines } from '../zone/write'

/**
 * The zones of what is written into one calendar, under names that mean one zone each: IANA's own, and numbers for those
 * that an object has defined itself, since two objects may call different zones alike.
 */
export class PublishedZones {
  private readonly named = new Map<Zone, { name: string; fromYear: number }>()
  private definedCount = 0

  /** The clock of a value, whose zone will be defined from its year on. */
  clockOf({ isDate, zone, wall }: TimeValue): Clock {
    if (isDate) return { kind: 'date' }
    if (isUtc(zone)) return { kind: 'utc' }
    const own = ianaZone(zone)
    const known = this.named.get(own ?? zone)
    const name = known?.name ?? own?.id ?? `Zone ${++this.definedCount}`
    const year = yearOf(wall)
    this.named.set(own ?? zone, { name, fromYear: Math.min(year, known?.fromYear ?? year) })
    return { kind: 'tzid', tzid: name }
  }

  /** A date property of one value. */
  line(name: string, value: TimeValue, params = ''): string {
    return timeLine(name, this.clockOf(value), [value.wall], params)
  }

  /** Their VTIMEZONEs, once everything is written. */
  definitions(): string[] {
    return [...this.named].flatMap(([zone, { name, fromYear }]) => vtimezoneLines({ ...zone, id: name }, fromYear))
  }
}

/** IANA's zone of that name, null where an object means another one by it. */
function ianaZone(zone: Zone): Zone | null {
  const named = zoneOf(zone.id)
  if (named === null || named === zone) return named
  const { onsets, offsets, firstOffset } = named
  const isSame =
    firstOffset === zone.firstOffset &&
    onsets.length === zone.onsets.length &&
    onsets.every((onset, index) => onset === zone.onsets[index] && offsets[index] === zone.offsets[index])
  return isSame ? named : null
}

/** An instant (UTC seconds; of a date its midnight) on the clock of `like`, in UTC where that clock shows it twice. */
export function onClockOf(like: TimeValue, instant: number): TimeValue {
  if (like.isDate) return { ...like, wall: instant }
  const wall = toWallSeconds(like.zone, instant)
  if (toUtcSeconds(like.zone, wall) === instant) return { ...like, wall }
  return { isDate: false, wall: instant, zone: UTC }
}
