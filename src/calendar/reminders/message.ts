import { createHash } from 'node:crypto'
import type { Language } from '../../platform/languages'
import type { PushMessage, PushPayload } from '../../platform/webpush/pusher'
import { DAY, dayOfWall, formatIsoDate, MINUTES_A_DAY, timeOfDay } from '../ical/civil'
import { daysBefore } from '../ical/reminder-times'
import { dayStart, toWallSeconds, type Zone } from '../ical/zone'
import type { Due } from './due'
import { TEXTS } from './message-texts'

const MINUTES_AN_HOUR = 60
/** Push services take 4096 bytes; encryption needs about 100 of them (RFC 8291 4). */
const MAX_PAYLOAD_BYTES = 3_900
/** Together with the longest title it fits. */
const MAX_TAG_BYTES = 2_000
const MAX_TEXT_LENGTH = 255
const MIN_TTL_SECONDS = 60
/** Push services keep no message for longer than four weeks. */
const MAX_TTL_SECONDS = 28 * DAY

/** The deduplication key: one per occurrence and start, and of several reminders one for each. */
export function keyOf({ uid, start, which }: Pick<Due, 'uid' | 'start' | 'which'>): string {
  return which === '' ? `${uid}:${start}` : `${uid}:${start}:${which}`
}

/** What a notification is called by: the key, or a digest of one that would not fit into a message. */
export function tagOf(due: Pick<Due, 'uid' | 'start' | 'which'>): string {
  const key = keyOf(due)
  return Buffer.byteLength(JSON.stringify(key)) <= MAX_TAG_BYTES ? key : digestOf(key)
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** "Starts in 2 hrs", from the lead and not from what is left of it; "Tomorrow" for an all-day event. */
export function bodyOf({ allDay, leadMinutes }: Pick<Due, 'allDay' | 'leadMinutes'>, language: Language): string {
  return allDay ? daysAhead(daysBefore(leadMinutes), language) : startsIn(leadMinutes, language)
}

/**
 * The reminder as it is sent at `now`, in a language, with the names of those it is for; the push service drops it when
 * the event begins, or a day it speaks of ends.
 */
export function messageOf(
  due: Due,
  people: readonly string[],
  now: Date,
  household: Zone,
  language: Language,
): PushMessage {
  const wall = due.allDay ? due.start / 1000 : toWallSeconds(household, Math.floor(due.start / 1000))
  const payload = fitting({
    title: shorten(titleOf(due, language)),
    body: bodyOf(due, language),
    url: `/day/${formatIsoDate(dayOfWall(wall))}`,
    tag: tagOf(due),
    time: due.allDay ? null : clockText(wall),
    place: due.location === null ? null : shorten(due.location),
    people: [...people],
  })
  return messageUntil(expiryOf(due, household), payload, now)
}

/** A message that the push service drops at an instant, epoch milliseconds. */
export function messageUntil(expiry: number, payload: PushPayload, now: Date): PushMessage {
  const seconds = Math.ceil((expiry - now.getTime()) / 1000)
  return {
    payload,
    ttlSeconds: Math.min(MAX_TTL_SECONDS, Math.max(MIN_TTL_SECONDS, seconds)),
    topic: digestOf(payload.tag).slice(0, 32),
  }
}

/** The title of an event, or the words for one without. */
export const titleOf = ({ title }: { title: string }, language: Language): string =>
  title.trim() || TEXTS[language].untitled

/** `14:30` of a wall-clock time. */
export const clockText = (wall: number) => new Date(timeOfDay(wall) * 1000).toISOString().slice(11, 16)

/** Leaves out what is beside the point until a push service takes it. */
export function fitting(payload: PushPayload & { people: string[] }): PushPayload {
  let fit = payload
  while (Buffer.byteLength(JSON.stringify(fit)) > MAX_PAYLOAD_BYTES) {
    if (fit.people.length > 0) fit = { ...fit, people: fit.people.slice(0, -1) }
    else if (fit.place) fit = { ...fit, place: null }
    else break
  }
  return fit
}

function startsIn(minutes: number, language: Language): string {
  const texts = TEXTS[language]
  if (minutes < 0) return texts.hasBegun
  if (minutes === 0) return texts.startsNow
  if (minutes < MINUTES_AN_HOUR) return texts.startsIn(texts.minutes(minutes))
  if (minutes < MINUTES_A_DAY) return texts.startsIn(texts.hours(Math.floor(minutes / MINUTES_AN_HOUR)))
  return texts.startsIn(texts.days(Math.floor(minutes / MINUTES_A_DAY)))
}

function daysAhead(days: number, language: Language): string {
  const texts = TEXTS[language]
  if (days === 0) return texts.today
  if (days === 1) return texts.tomorrow
  return days === 7 ? texts.inOneWeek : texts.inDays(days)
}

/**
 * When nothing of it is worth telling any more: the start; for an all-day event the midnight that begins it, or, on its
 * own day, the one that ends it.
 */
export function expiryOf(due: Pick<Due, 'allDay' | 'start' | 'leadMinutes'>, household: Zone): number {
  if (!due.allDay) return due.start
  const startDay = due.start / 1000 / DAY
  const day = daysBefore(due.leadMinutes) === 0 ? startDay + 1 : startDay
  return dayStart(household, day).getTime()
}

/** A text for one line, its end cut. */
export function shorten(text: string, most = MAX_TEXT_LENGTH): string {
  const characters = [...text]
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text
}
