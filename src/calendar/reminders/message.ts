import { createHash } from 'node:crypto'
import type { Language } from '../../platform/languages'
import type { PushMessage } from '../../platform/webpush/pusher'
import { DAY, dayOfWall, formatIsoDate } from '../ical/civil'
import { daysBefore } from '../ical/reminder-times'
import { dayStart, toWallSeconds, type Zone } from '../ical/zone'
import type { Due } from './due'
import { TEXTS } from './message-texts'

const MINUTES_AN_HOUR = 60
const MINUTES_A_DAY = 1440
/** Push services take 4096 bytes; encryption needs about 100 of them (RFC 8291 4). */
const MOST_PAYLOAD_BYTES = 3_900
const LONGEST_TITLE = 255
const SHORTEST_TTL_SECONDS = 60
/** Push services keep no message for longer than four weeks. */
const LONGEST_TTL_SECONDS = 28 * DAY

/** The deduplication key: one per occurrence and start, and of several reminders one for each. */
export function keyOf({ uid, start, which }: Pick<Due, 'uid' | 'start' | 'which'>): string {
  return which === '' ? `${uid}:${start}` : `${uid}:${start}:${which}`
}

/** "Starts in 2 hrs", from the lead and not from what is left of it; "Tomorrow" for an all-day event. */
export function bodyOf({ allDay, leadMinutes }: Pick<Due, 'allDay' | 'leadMinutes'>, language: Language): string {
  return allDay ? daysAhead(daysBefore(leadMinutes), language) : startsIn(leadMinutes, language)
}

/**
 * The reminder as it is sent at `now`, in a language; the push service drops it when the event begins, or a day it
 * speaks of ends.
 */
export function messageOf(due: Due, now: Date, household: Zone, language: Language): PushMessage {
  const key = keyOf(due)
  const digest = createHash('sha256').update(key).digest('base64url')
  const day = due.allDay ? due.start / 1000 : toWallSeconds(household, Math.floor(due.start / 1000))
  const payload = {
    title: shorten(due.title),
    body: bodyOf(due, language),
    url: `/day/${formatIsoDate(dayOfWall(day))}`,
    tag: key,
  }
  const fits = Buffer.byteLength(JSON.stringify(payload)) <= MOST_PAYLOAD_BYTES
  const seconds = Math.ceil((expiryOf(due, household) - now.getTime()) / 1000)
  return {
    payload: fits ? payload : { ...payload, tag: digest },
    ttlSeconds: Math.min(LONGEST_TTL_SECONDS, Math.max(SHORTEST_TTL_SECONDS, seconds)),
    topic: digest.slice(0, 32),
  }
}

function startsIn(minutes: number, language: Language): string {
  const texts = TEXTS[language]
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

/** The start; for an all-day event the midnight that begins it, or, on its own day, the one that ends it. */
function expiryOf(due: Due, household: Zone): number {
  if (!due.allDay) return due.start
  const startDay = due.start / 1000 / DAY
  const day = daysBefore(due.leadMinutes) === 0 ? startDay + 1 : startDay
  return dayStart(household, formatIsoDate(day)).getTime()
}

function shorten(title: string): string {
  const characters = [...title]
  return characters.length > LONGEST_TITLE ? `${characters.slice(0, LONGEST_TITLE - 1).join('')}…` : title
}
