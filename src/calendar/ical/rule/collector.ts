/**
 * The work that walks over rules may still do, in periods and days. Several walks share one budget, so that many rules
 * cost no more.
 */
export interface Budget {
  steps: number
}

/** Whether walks have been cut short for want of it. */
export const isSpent = ({ steps }: Budget): boolean => steps < 0

/** Cuts all its walks short from here on. */
export function spend(budget: Budget): void {
  budget.steps = -1
}

/**
 * Collects the instances that lie in [from, to] until there are `most` or the budget is spent; `isFull` then stops the
 * walk.
 */
export class Collector {
  readonly walls: number[] = []
  isFull = false

  constructor(
    readonly from: number,
    readonly to: number,
    private readonly most: number,
    private readonly budget: Budget,
  ) {}

  /** Walls come in ascending order; one that stands at the end of two periods counts once. */
  add(wall: number): void {
    if (wall < this.from || wall > this.to || this.isFull || wall === this.walls.at(-1)) return
    this.walls.push(wall)
    if (this.walls.length >= this.most) this.isFull = true
  }

  /** Counts work done. */
  step(amount = 1): void {
    this.budget.steps -= amount
    if (this.budget.steps < 0) this.isFull = true
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
