export interface Figure {
  name: string
  value: number
  unit: string
  /** What we aim at, as a reader would say it: `≥ 0.7`. */
  goal?: string
}

export type Report = (figure: Figure) => void

/** One area's measurements; each figure is reported as soon as it is known. */
export type Bench = (report: Report) => Promise<void>
