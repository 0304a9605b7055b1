import { type Component, property } from './parse'

/** Whether whoever wrote an event keeps it to themselves (CLASS, RFC 5545 3.8.1.3): a word that is not known says so, too. */
export function isPrivate(event: Component): boolean {
  const classification = property(event, 'CLASS')?.value.trim().toUpperCase() || 'PUBLIC'
  return classification !== 'PUBLIC'
}
