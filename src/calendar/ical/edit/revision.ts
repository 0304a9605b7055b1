import { utcText } from '../lines'
import { sequenceOf } from '../object'
import type { Block } from './document'
import { type Editing, overridesOf } from './editing'

const TIMES = ['RECURRENCE-ID', 'DTSTART', 'DTEND', 'DURATION']

/** Dates a revision of an event (RFC 5545 3.8.7.2, 3.8.7.3). */
export function dateRevision(block: Block, now: Date): void {
  block.set('DTSTAMP', `DTSTAMP:${utcText(now)}`)
  block.set('LAST-MODIFIED', `LAST-MODIFIED:${utcText(now)}`)
}

/** Makes an event a later revision than that of a sequence (RFC 5546 2.1.4). */
export function raiseSequence(block: Block, sequence: number): void {
  block.set('SEQUENCE', `SEQUENCE:${sequence + 1}`)
}

/**
 * Returns what dates the overrides that have changed with their series since, and raises the SEQUENCE of those that have
 * been rescheduled: whoever knows an override leaves one aside that is no later revision.
 */
export function watchOverrides(editing: Editing, now: Date): () => void {
  const before = overridesOf(editing).map((block) => ({ block, text: block.toString(), times: timesOf(block) }))
  return () => {
    for (const { block, text, times } of before) {
      if (block.toString() === text) continue
      dateRevision(block, now)
      if (timesOf(block) !== times) raiseSequence(block, sequenceOf(block.component))
    }
  }
}

const timesOf = (block: Block) =>
  TIMES.flatMap((name) => block.properties(name).map((property) => property.withValue(property.value))).join('\n')
