/** One member's messages; they hold up nobody else's. */
interface Lane {
  running: number
  waiting: Waiting[]
}

interface Waiting {
  job: () => Promise<boolean>
  tell: (isOver: boolean) => void
}

export interface Lanes {
  /** Runs the job when the member's lane has room. Resolves with what it says, false when it is dropped. It must not throw. */
  add(memberId: number, job: () => Promise<boolean>): Promise<boolean>
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
      const { job, tell } = lane.waiting.shift()!
      lane.running++
      job().then((isOver) => {
        tell(isOver)
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
      const { promise, resolve: tell } = Promise.withResolvers<boolean>()
      lane.waiting.push({ job, tell })
      advance(memberId, lane)
      return promise
    },
    settled: () => idle.promise,
    clear() {
      for (const { waiting } of lanes.values()) for (const { tell } of waiting.splice(0)) tell(false)
    },
  }
}
