import type { Grip } from './shift'

/** What `handleOf` has put on events. */
const HANDLE = '[data-entry], [data-fixed]'

/** Whether an event can be picked up there, or says why it cannot. */
export const isHandle = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(HANDLE) !== null

/** The key of the event at an element; `isFixed`: it cannot be moved. */
export function handleAt(target: Element): { key: string | undefined; isFixed: boolean } {
  const { entry, fixed } = target.closest<HTMLElement>(HANDLE)?.dataset ?? {}
  return { key: entry ?? fixed, isFixed: fixed !== undefined }
}

/** The part of an event that a press holds. */
export const gripAt = (target: Element): Grip =>
  (target.closest<HTMLElement>('[data-resize]')?.dataset.resize ?? 'whole') as Grip
