import type { ImportPreview, ImportState } from '../../../src/features/import/model'
import { type Answer, ask, type Member } from '../../support/cast'
import type { CalendarRow, Diary } from '../../support/diary'

/** Lines of a VEVENT besides BEGIN and END. */
export type EventText = readonly string[]

/** A calendar file with these events. */
export const fileOf = (events: readonly EventText[], more: readonly string[] = []): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Club//Fixtures//EN',
    ...more,
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

/** A plain event, an hour long. */
export const eventOf = (uid: string, title = uid, day = '20261201'): EventText => [
  `UID:${uid}`,
  'DTSTAMP:20260101T000000Z',
  `DTSTART:${day}T090000Z`,
  `DTEND:${day}T100000Z`,
  `SUMMARY:${title}`,
]

/** So many plain events, a day after another. */
export const manyEvents = (count: number, name = 'event'): EventText[] =>
  Array.from({ length: count }, (_, n) => {
    const day = new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10).replaceAll('-', '')
    return eventOf(`${name}-${n}`, `${name} ${n}`, day)
  })

type Target = Pick<CalendarRow, 'url'>

const AS_CALENDAR = { 'content-type': 'text/calendar' }

export const preview = (
  diary: Pick<Diary, 'app'>,
  who: Member,
  { url }: Target,
  file: string,
): Promise<Answer<ImportPreview>> =>
  ask(diary, who, `POST /api/import/preview?calendarUrl=${encodeURIComponent(url)}`, file, AS_CALENDAR)

export const bring = (
  diary: Pick<Diary, 'app'>,
  who: Member,
  { url }: Target,
  file: string,
  headers: Record<string, string> = {},
): Promise<Answer<ImportState>> =>
  ask(diary, who, `POST /api/import?calendarUrl=${encodeURIComponent(url)}`, file, { ...AS_CALENDAR, ...headers })

/** Brings a file in, and waits until everything is written. */
export async function broughtIn(diary: Diary, who: Member, target: Target, file: string): Promise<ImportState> {
  const { status, body } = await bring(diary, who, target, file)
  if (status !== 202) throw new Error(`import: ${status} ${JSON.stringify(body)}`)
  await diary.drain.drain()
  return diary.done<ImportState>(who, `GET /api/import/${body.id}`)
}
