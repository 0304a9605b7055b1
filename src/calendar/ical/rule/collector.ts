export interface Limits {
  /** Most instances to collect. */
  instances: number
  /** Most periods and days to look at. */
  steps: number
}

/** Collects the instances that lie in [from, to] until a limit is reached; `isFull` then tells the walk to stop. */
export class Collector {
  readonly walls: number[] = []
  isFull = false
  private stepsLeft: number

  constructor(
    readonly from: number,
    readonly to: number,
    private readonly limits: Limits,
  ) {
    this.stepsLeft = limits.steps
  }

  add(wall: number): void {
    if (wall < this.from || wall > this.to || this.isFull) return
    this.walls.push(wall)
    if (this.walls.length >= this.limits.instances) this.isFull = true
  }

  /** Counts work done. */
  step(amount = 1): void {
    this.stepsLeft -= amount
    if (this.stepsLeft < 0) this.isFull = true
  }
}

/** BYSETPOS: the chosen members of one period's ascending set, each once. */
export function pickPositions(set: number[], positions: number[]): number[] {
  const picked = new Set<number>()
  for (const position of positions) {
    const member = position > 0 ? set[position - 1] : set[set.length + position]
    if (member !== undefined) picked.add(member)
  }
  return [...picked].sort((a, b) => a - b)
}
