import { useEffect, useState } from 'preact/hooks'
import { ApiError } from '../../data/http'
import { queries, queryClient } from '../../data/queries'
import { reminderPreferences } from '../../data/reminder-preferences'
import { memberId } from '../../data/session'
import type { Counts, WritableCalendar } from '../../data/types'
import { keepOnDevice } from '../../lib/keep-on-device'
import { type Draft, draftOfForm, draftOfStored, newDraft, type Original } from '../draft'
import type { Entry } from '../entries'
import { withUsualReminder } from '../usual-reminder'
import { changedParts, formOnto } from '../writes/changes'
import { afterChanges, changesOf, pendingEvent, whyMissing } from '../writes/pending-event'
import { formOfTimes } from '../writes/times'
import { currentWrites } from '../writes/waiting'
import type { EditWrite, Write } from '../writes/write'

/** What the dialog was opened for. */
export type Target =
  | {
      kind: 'new'
      day: number
      /** Where on the day; from there to `endWall` where both ends are known. */
      wall?: number | undefined
      endWall?: number | undefined
      /** Whole days, from `day` to this one. */
      lastDay?: number | undefined
      personIds?: number[]
      /** It begins as this, whatever else is said. */
      draft?: Draft
    }
  | { kind: 'edit'; entry: Entry }

export type NewEvent = Extract<Target, { kind: 'new' }>

export interface Opened {
  draft: Draft
  /** The event before; null for a new one. */
  original: Original | null
  /** Why only what the calendar shows is known: the server could not be asked, or waits for an earlier change itself. */
  partial: 'unreachable' | 'pending' | null
  /** An occurrence that differs from its series. */
  isOverride: boolean
  /** Of a series, where that is known. */
  counts: Counts | null
}

const KNOWN = { partial: null, isOverride: false, counts: null } as const

/** Where the device keeps which calendar the member has used last. */
const lastCalendarKey = () => `last-calendar-${memberId.get()}`

/** The calendar the member used last on this device, else their first own one. */
function usualCalendar(): string {
  const calendars = queryClient.getQueryData<WritableCalendar[]>(queries.writableCalendars.queryKey) ?? []
  const last = localStorage.getItem(lastCalendarKey())
  const known = calendars.find(({ url }) => url === last) ?? calendars.find(({ isShared }) => !isShared) ?? calendars[0]
  return known?.url ?? ''
}

export const rememberCalendar = (url: string): void => {
  if (url !== '') keepOnDevice(lastCalendarKey(), url)
}

/** Why there is no form: nothing of the event is known, or somebody has deleted it. */
export type Unopened = 'failed' | 'gone'

/** The form to begin with; null while the event is being asked for. */
export function useOpened(target: Target, zone: string): Opened | null | Unopened {
  const [opened, setOpened] = useState<Opened | null | Unopened>(() => atOnce(target, zone))
  useEffect(() => {
    if (opened !== null || target.kind === 'new') return
    let isGone = false
    void load(target.entry, zone).then((loaded) => {
      if (!isGone) setOpened(loaded)
    })
    return () => {
      isGone = true
    }
  }, [])
  return opened
}

function atOnce(target: Target, zone: string): Opened | null {
  if (target.kind === 'new') return { draft: beginning(target), original: null, ...KNOWN }
  const failed = failedWrite(target.entry)
  if (failed?.kind !== 'create') return null
  const draft = draftOfForm(failed.form, newDraft({ day: 0 }, usualCalendar()), zone)
  return { draft, original: null, ...KNOWN }
}

/** What a new event begins with, as far as that is known: `placed` and `withUsualReminder` make up for the rest. */
export const beginning = (target: NewEvent): Draft =>
  target.draft ?? withUsualReminder(newDraft(target, usualCalendar()))

/** A new event that was begun before it was known which calendars there are, in the usual one. */
export const placed = (draft: Draft): Draft =>
  draft.calendarUrl === '' ? { ...draft, calendarUrl: usualCalendar() } : draft

/** What has to be known for that: an event would stand elsewhere without it, or remind nobody. */
export const BEGINNING = [queries.writableCalendars, reminderPreferences]

async function load(entry: Entry, zone: string): Promise<Opened | Unopened> {
  const failed = failedWrite(entry)
  try {
    const stored = await pendingEvent(entry)
    if (stored === null) return partlyKnown(entry, zone, 'pending')
    const original = draftOfStored(stored, zone, entry.seriesStart)
    const draft = failed?.kind === 'edit' ? draftOfFailed(failed, original, entry, zone) : original.draft
    return {
      draft,
      original,
      partial: null,
      isOverride: stored.isOverride ?? false,
      counts: stored.occurrences ?? null,
    }
  } catch (error) {
    const missing = failed === undefined ? whyMissing(error, changesOf(entry.ref, currentWrites()) ?? []) : null
    if (missing === 'gone') return missing
    if (missing === 'pending') return partlyKnown(entry, zone, missing)
    // An answer that refuses the form of a series tells that there is more to it than the calendar shows.
    const isAnswered = error instanceof ApiError && error.status !== 0
    if (entry.isRecurring && isAnswered) return 'failed'
    return partlyKnown(entry, zone, 'unreachable')
  }
}

/** The form of an event as far as the calendar, and what waits to be sent, show it. */
function partlyKnown(entry: Entry, zone: string, partial: Opened['partial']): Opened {
  const stored = afterChanges(entry, changesOf(entry.ref, currentWrites()) ?? [], storedOfEntry(entry))
  const { title, allDay, start, end, location, description, reminderLeadMinutes, reminderIsCustom } = stored
  // Notes that were not read here are seen as none: whoever writes some is asked before any that stand there go.
  const base = { title, allDay, start, end, location, description, reminderLeadMinutes, reminderIsCustom }
  const original = { ...draftOfStored(stored, zone, entry.seriesStart), base }
  return { ...KNOWN, draft: original.draft, original, partial }
}

/** What could not be saved, over what is stored. Of a series, the calendar shows what becomes of each occurrence. */
function draftOfFailed({ form, base }: EditWrite, now: Original, entry: Entry, zone: string): Draft {
  const parts = changedParts(base, form)
  const wanted = formOnto(now.base, form, parts)
  const isMoved = entry.isRecurring && parts.includes('when')
  const { allDay, start, end } = isMoved ? formOfTimes(entry.title, entry) : wanted
  return draftOfForm({ ...wanted, allDay, start, end }, now.draft, zone)
}

function failedWrite(entry: Entry): Write | undefined {
  if (entry.save?.state !== 'failed') return undefined
  return currentWrites().find(({ id }) => id === entry.save?.writeId)
}

/** An event as the calendar shows it. What it does not show is never sent, and so stays as it is. */
const storedOfEntry = (entry: Entry) => ({
  ...formOfTimes(entry.title, entry),
  location: entry.location ?? '',
  description: '',
  recurrence: entry.isRecurring ? ('custom' as const) : ('none' as const),
  calendarUrl: '',
  personIds: entry.personIds,
  reminderLeadMinutes: entry.reminderLeadMinutes,
  reminderIsCustom: entry.reminderIsCustom,
})
