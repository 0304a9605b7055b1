import { DAY, dayOfWall } from '../../calendar/ical/civil'
import { toUtcSeconds, toWallSeconds, type Zone } from '../../calendar/ical/zone'
import type { BackupState } from '../../household/backup-state'
import { farthestAhead } from '../../platform/clock-skew'
import { HOUR_MS, MINUTE_MS } from '../../platform/durations'

/** So long after a failure it is tried again. */
const PAUSE_MS = HOUR_MS
/** Another machine whose clock is ahead by so much has made the last one: it is not made again at every look. */
const AHEAD_MS = 9 * MINUTE_MS

export interface Schedule {
  /** Seconds since midnight. */
  at: number
  zone: Zone
  /** Whether a backup is complete only with its copy. */
  isCopied: boolean
}

/** `backup`: one is due. `copy`: the last one is not copied yet. `wait`: nothing is to be done. */
export type Step = 'backup' | 'copy' | 'wait'

/** What is to be done now. A time that was missed, for whatever reason, is made up. */
export function stepOf(state: BackupState, schedule: Schedule, now: Date): Step {
  return isPaused(state, now) ? 'wait' : nextStep(state, schedule, now)
}

/** When something is done next. */
export function nextAt(state: BackupState, schedule: Schedule, now: Date): Date {
  if (nextStep(state, schedule, now) === 'wait') return dueAround(schedule, now).next
  return isPaused(state, now) ? new Date(Date.parse(state.failure!.at) + PAUSE_MS) : now
}

function nextStep({ last, copy }: BackupState, schedule: Schedule, now: Date): Step {
  if (last === null || isAhead(last.at, now) || new Date(last.at) < dueAround(schedule, now).last) return 'backup'
  return schedule.isCopied && copy?.name !== last.name ? 'copy' : 'wait'
}

function isPaused({ failure }: BackupState, now: Date): boolean {
  return failure !== null && !isAhead(failure.at, now) && now.getTime() - Date.parse(failure.at) < PAUSE_MS
}

const isAhead = (at: string, now: Date) => new Date(at) > farthestAhead(now, AHEAD_MS)

/** The last time of day that has come, and the next; where clocks skip it, what they show instead (RFC 5545, 3.3.5). */
function dueAround({ at, zone }: Schedule, now: Date): { last: Date; next: Date } {
  const today = dayOfWall(toWallSeconds(zone, Math.floor(now.getTime() / 1000)))
  // Two days to each side: a zone may skip one.
  const due = [-2, -1, 0, 1, 2].map((days) => new Date(toUtcSeconds(zone, (today + days) * DAY + at) * 1000))
  return { last: due.findLast((instant) => instant <= now)!, next: due.find((instant) => instant > now)! }
}
