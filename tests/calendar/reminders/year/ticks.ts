import { seeded } from '../../ical/seeded'

const MINUTE = 60_000

/**
 * One tick a minute, as a machine of the real world makes them: never quite on time, some late, some twice, some not at
 * all. In rough times the service also stands still every now and then, and the clock is set back and forward by an
 * hour, once each.
 */
export function unrulyTicks(from: number, to: number, seed: number, { isRough = false } = {}): number[] {
  const below = seeded(seed)
  const ticks: number[] = []
  const minutes = Math.floor((to - from) / MINUTE)
  const standstills = Array.from({ length: isRough ? 30 : 0 }, () => ({ at: below(minutes), length: 3 + below(180) }))
  const setBack = isRough ? below(minutes) : Number.POSITIVE_INFINITY
  const setForward = isRough ? below(minutes) : Number.POSITIVE_INFINITY
  for (let minute = 0; minute < minutes; minute++) {
    const at = from + minute * MINUTE
    if (standstills.some((still) => minute >= still.at && minute < still.at + still.length)) continue
    if (minute === setBack) {
      for (let again = 60; again > 0; again--) ticks.push(at - again * MINUTE + below(300))
    }
    if (minute > setForward && minute <= setForward + 60) continue
    const fate = below(200)
    if (fate === 0) continue
    ticks.push(at + (fate < 5 ? below(55_000) : below(300)))
    if (fate > 5 && fate < 10) ticks.push(at + 300 + below(20_000))
  }
  return ticks
}
