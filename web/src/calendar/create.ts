import type { EventPerson } from './who'

/**
 * Begins a new event: on a day, at a wall value of it, for somebody, until another wall value; or on whole days from
 * `day` to `lastDay`.
 */
export type Create = (day: number, wall?: number, person?: EventPerson, endWall?: number, lastDay?: number) => void
