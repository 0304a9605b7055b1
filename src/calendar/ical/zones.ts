/** Offset table of one time zone: `onsets` (UTC seconds, ascending) and the `offsets` (seconds east) valid from each on. */
export interface Zone {
  id: string
  onsets: Float64Array
  offsets: Int32Array
  /** Offset before the first onset. */
  firstOffset: number
}

export function zoneOf(_id: string): Zone | null {
  throw new Error('not built yet')
}
export function isIanaZone(_id: string): boolean {
  throw new Error('not built yet')
}
export function toUtcSeconds(_zone: Zone, _wallSeconds: number): number {
  throw new Error('not built yet')
}
export function toWallSeconds(_zone: Zone, _utcSeconds: number): number {
  throw new Error('not built yet')
}
/** First instant of the day `YYYY-MM-DD` in the zone. */
export function dayStart(_zone: Zone, _date: string): Date {
  throw new Error('not built yet')
}
/** The day `YYYY-MM-DD` of an instant in the zone. */
export function dayOf(_zone: Zone, _instant: Date): string {
  throw new Error('not built yet')
}
