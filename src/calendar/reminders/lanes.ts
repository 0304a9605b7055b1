/** One member's messages; they hold up nobody else's. */
interface Lane {
  running: number
  waiting: (() => Promise<void>)[]
}

export interface Lanes {
  /** Runs the job when the member's lane has room. It must not throw. */
  add(memberId: number, job: () => Promise<void>): void
  /** Resolves when no job runs or waits. */
  settled(): Promise<void>
  /** Drops the jobs that wait. */
  clear(): void
}

/** A lane per member, each with up to `width` jobs at a time. */
export function createLanes(width: number): Lanes {
  const lanes = new Map<number, Lane>()
  let idle = Promise.withResolvers<void>()
  idle.resolve()

  const advance = (memberId: number, lane: Lane) => {
    while (lane.running < width && lane.waiting.length > 0) {
      const job = lane.waiting.shift()!
      lane.running++
      job().finally(() => {
        lane.running--
        advance(memberId, lane)
      })
    }
    if (lane.running > 0) return
    lanes.delete(memberId)
    if (lanes.size === 0) idle.resolve()
  }

  return {
    add(memberId, job) {
      if (lanes.size === 0) idle = Promise.withResolvers<void>()
      const lane = lanes.get(memberId) ?? { running: 0, waiting: [] }
      lanes.set(memberId, lane)
      lane.waiting.push(job)
      advance(memberId, lane)
    },
    settled: () => idle.promise,
    clear() {
      for (const lane of lanes.values()) lane.waiting.length = 0
    },
  }
}
