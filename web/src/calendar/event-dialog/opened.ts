import { useEffect, useState } from 'preact/hooks'
import { queries, queryClient } from '../../data/queries'
import { memberId } from '../../data/session'
import type { StoredEvent, WritableCalendar } from '../../data/types'
import { dayOf, dayOfIso, isoOfDay } from '../../lib/tz'
import { type Draft, draftOfForm, draftOfStored, newDraft, type Original, startOf } from '../draft'
import type { Entry } from '../entries'
import { changedParts, formOnto } from '../writes/changes'
import { wallsOf } from '../writes/overlay'
import { pendingEvent } from '../writes/pending-event'
import { currentWrites } from '../writes/waiting'
import type { EditWrite, Write } from '../writes/write'
import { placed } from './resumed'

/** What the dialog was opened for. */
export type Target = { kind: 'new'; day: number; wall?: number | undefined } | { kind: 'edit'; entry: Entry }

export interface Opened {
  draft: Draft
  /** The event before; null for a new one. */
  original: Original | null
  /** The server could not be asked: only what the calendar shows is known. */
  isPartial: boolean
}

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
  if (url !== '') localStorage.setItem(lastCalendarKey(), url)
}

/** The form to begin with; null while the event is being asked for, `failed` when nothing of it is known. */
export function useOpened(target: Target, zone: string): Opened | null | 'failed' {
  const [opened, setOpened] = useState<Opened | null | 'failed'>(() => atOnce(target, zone))
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
  if (target.kind === 'new') return { draft: newDraft(target, usualCalendar()), original: null, isPartial: false }
  const failed = failedWrite(target.entry)
  if (failed?.kind !== 'create') return null
  const draft = draftOfForm(failed.form, newDraft({ day: 0 }, usualCalendar()), zone)
  return { draft, original: null, isPartial: false }
}

async function load(entry: Entry, zone: string): Promise<Opened | 'failed'> {
  const failed = failedWrite(entry)
  try {
    const stored = await pendingEvent(entry.ref)
    if (failed?.kind === 'edit') return openFailed(failed, stored, entry, zone)
    const original = draftOfStored(stored, zone, entry)
    return { draft: original.draft, original, isPartial: false }
  } catch {
    // The start of a series is known to the server alone.
    if (entry.isRecurring) return 'failed'
    const stored = storedOfEntry(entry)
    const { title, allDay, start, end, location, reminderLeadMinutes, reminderIsCustom } = stored
    const base = { title, allDay, start, end, location, reminderLeadMinutes, reminderIsCustom }
    const original = { ...draftOfStored(stored, zone), base }
    return { draft: original.draft, original, isPartial: true }
  }
}

/** What could not be saved, over what is stored; of a series at the event of it that was tapped. */
function openFailed({ form, base }: EditWrite, stored: StoredEvent, entry: Entry, zone: string): Opened {
  const original = draftOfStored(stored, zone)
  const draft = draftOfForm(formOnto(stored, form, changedParts(base, form)), original.first, zone)
  const moved = dayOf(startOf(draft)) - dayOf(startOf(original.first))
  return { ...placed(draft, original, dayOf(wallsOf(entry, zone).start) - moved), isPartial: false }
}

function failedWrite(entry: Entry): Write | undefined {
  if (entry.save?.state !== 'failed') return undefined
  return currentWrites().find(({ id }) => id === entry.save?.writeId)
}

/** A single event as the calendar shows it. What it does not show is never sent, and so stays as it is. */
function storedOfEntry(entry: Entry) {
  return {
    title: entry.title,
    allDay: entry.allDay,
    start: entry.start,
    end: entry.allDay ? isoOfDay(dayOfIso(entry.end) - 1) : entry.end,
    location: entry.location ?? '',
    description: '',
    recurrence: 'none' as const,
    calendarUrl: '',
    reminderLeadMinutes: entry.reminderLeadMinutes,
    reminderIsCustom: entry.reminderIsCustom,
  }
}
