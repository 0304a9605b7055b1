import { calendarOf } from './cast'
import { seeded } from './seeded'

const MEGABYTE = 1024 * 1024
/** What the cache takes. */
const LARGEST = 4 * MEGABYTE - 4096

const every = (length: number, from = 0) => Array.from({ length }, (_, index) => index + from).join()
const times = (count: number, write: (index: number) => string[]) =>
  Array.from({ length: count }, (_, index) => write(index))
/** As many as fit into the largest object. */
const filled = (unit: string, share = 1) => unit.repeat(Math.floor((LARGEST * share) / unit.length))

export interface HostileObject {
  kind: string
  uid: string
  text: string
}

type Write = (uid: string) => string

const START = 'DTSTART:20160104T090000Z'
const rule =
  (text: string, ...more: string[]): Write =>
  (uid) =>
    calendarOf([`UID:${uid}`, 'SUMMARY:x', START, `RRULE:${text}`, ...more])
const lines =
  (...more: string[]): Write =>
  (uid) =>
    calendarOf([`UID:${uid}`, 'SUMMARY:x', START, ...more])
const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT10M', 'END:VALARM']
const stamp = (index: number) => `${20_000_101 + (index % 28)}T${String(100_000 + (index % 59)).slice(0, 6)}Z`
const override = (uid: string, index: number, ...more: string[]) => [
  `UID:${uid}`,
  `RECURRENCE-ID${more[0] ?? ''}:${stamp(index)}`,
  `DTSTART:${stamp(index + 1)}`,
  ...more.slice(1),
]
const zone = (body: string[]) => (uid: string) =>
  calendarOf([`UID:${uid}`, 'DTSTART;TZID=Mine:20160104T090000', 'RRULE:FREQ=DAILY']).replace(
    'BEGIN:VEVENT',
    ['BEGIN:VTIMEZONE', 'TZID:Mine', ...body, 'END:VTIMEZONE', 'BEGIN:VEVENT'].join('\r\n'),
  )
const observance = (...more: string[]) => [
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  ...more,
  'END:STANDARD',
]

/** Small rules with large consequences, as anybody may send them in an invitation. */
const RULES: Record<string, Write> = {
  'a weekday many times': rule(`FREQ=DAILY;COUNT=20000;BYDAY=MO${',MO'.repeat(300_000)}`),
  'an impossible weekday many times': rule(`FREQ=MONTHLY;COUNT=3;BYDAY=99MO${',99MO'.repeat(100_000)}`),
  'every ordinal of every weekday': rule(
    `FREQ=YEARLY;COUNT=900;BYDAY=${['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'].flatMap((day) => [...Array(53)].map((_, n) => `${n + 1}${day},-${n + 1}${day}`))}`,
  ),
  'a number many times': rule(`FREQ=YEARLY;BYYEARDAY=${filled('200,', 0.5)}200`),
  'the last second of an hour': rule(
    `FREQ=HOURLY;COUNT=100000;BYSETPOS=-1;BYMINUTE=${every(60)};BYSECOND=${every(24)}`,
  ),
  'a position that no hour has': rule(`FREQ=HOURLY;BYSETPOS=366;COUNT=1000;BYMINUTE=${every(60)};BYSECOND=${every(6)}`),
  'every position': rule(
    `FREQ=MINUTELY;COUNT=1000;BYSECOND=${every(60)};BYSETPOS=${every(366, 1)},-${every(366, 1).replaceAll(',', ',-')}`,
  ),
  'every day of the year by name': rule(
    `FREQ=DAILY;COUNT=100000;BYYEARDAY=${every(366, 1)},-${every(366, 1).replaceAll(',', ',-')}`,
  ),
  'every week by name': rule(
    `FREQ=YEARLY;COUNT=100000;BYWEEKNO=${every(53, 1)},-${every(53, 1).replaceAll(',', ',-')}`,
  ),
  'the second minute of a minute, for centuries': rule('FREQ=MINUTELY;BYSETPOS=2', 'DURATION:P300000D', ...alarm),
  'every second, for centuries': rule('FREQ=SECONDLY', 'DURATION:P300000D', ...alarm),
  'every second': rule('FREQ=SECONDLY', ...alarm),
  'every minute': rule('FREQ=MINUTELY', ...alarm),
  'every minute of long title': (uid) =>
    calendarOf([`UID:${uid}`, START, 'RRULE:FREQ=MINUTELY', `SUMMARY:${'t'.repeat(60_000)}`, ...alarm]),
  'one minute in each hour': rule('FREQ=SECONDLY;BYMINUTE=7;BYSECOND=7', ...alarm),
  'every hour, a year long': rule('FREQ=HOURLY', 'DURATION:P365D', ...alarm),
  'every day, two thousand years long': (uid) =>
    calendarOf([`UID:${uid}`, 'DTSTART:00010101T090000Z', 'DURATION:P730000D', 'RRULE:FREQ=DAILY', ...alarm]),
  never: rule('FREQ=DAILY;COUNT=5;BYMONTH=2;BYMONTHDAY=30'),
  'never, by years': rule('FREQ=YEARLY;COUNT=3;BYWEEKNO=53;BYDAY=MO;BYMONTH=6'),
  'never, by seconds': rule('FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30'),
  'every time of a day, once a year': rule(
    `FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=${every(24)};BYMINUTE=${every(60)};BYSETPOS=-1`,
  ),
  'many rules': lines(...times(2000, () => ['RRULE:FREQ=SECONDLY;BYSECOND=59;INTERVAL=2']).flat()),
  'many counted rules': lines(...times(2000, () => ['RRULE:FREQ=YEARLY;COUNT=3;BYMONTH=2;BYMONTHDAY=30']).flat()),
  'excluded by the second': rule('FREQ=DAILY', 'EXRULE:FREQ=SECONDLY', ...alarm),
}

const GUEST = 'ATTENDEE;CN="Somebody";PARTSTAT=NEEDS-ACTION;ROLE=REQ-PARTICIPANT:mailto:s@example.org\r\n'

/** Objects that are large themselves. */
const LARGE: Record<string, Write> = {
  'masters and overrides of one uid': (uid) =>
    calendarOf(
      ...times(8000, (index) => [`UID:${uid}`, `DTSTART:${stamp(index)}`, 'RRULE:FREQ=DAILY']),
      ...times(8000, (index) => override(uid, index)),
    ),
  'as many of them as are read': (uid) =>
    calendarOf(
      ...times(990, (index) => [`UID:${uid}`, `DTSTART:2016${stamp(index).slice(4)}`, 'RRULE:FREQ=DAILY']),
      ...times(990, (index) => override(uid, index)),
    ),
  'overrides of all that follow': (uid) =>
    calendarOf(
      [`UID:${uid}`, START, 'RRULE:FREQ=HOURLY', 'DURATION:P30D', ...alarm],
      ...times(1990, (index) => override(uid, index * 7919, ';RANGE=THISANDFUTURE', 'DURATION:P300D')),
    ),
  uids: (uid) => calendarOf(...times(30_000, (index) => [`UID:${uid}${index}`, START])),
  'as many uids as are read': (uid) => calendarOf(...times(1990, (index) => [`UID:${uid}${index}`, START])),
  'added dates': lines(`RDATE:${filled('20261006T160000Z,')}20261006T160000Z`),
  'added dates, each another': lines(`RDATE:${times(200_000, (index) => [stamp(index)]).join()}`),
  periods: lines(`RDATE;VALUE=PERIOD:${filled('20261006T160000Z/PT1H,')}20261006T160000Z/PT1H`),
  'excluded days': rule('FREQ=DAILY', `EXDATE;VALUE=DATE:${filled('20261006,')}20261006`),
  zones: lines(...times(39_000, (index) => [`EXDATE;TZID=Nowhere/Town-${index}:20261006T160000`]).flat()),
  'a zone definition by the second': zone(observance('RRULE:FREQ=SECONDLY')),
  'many observances': zone(times(10_000, () => observance('RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=3')).flat()),
  onsets: zone(observance(`RDATE:${filled('20261006T160000,', 0.9)}20261006T160000`)),
  'a long title': (uid) => calendarOf([`UID:${uid}`, START, `SUMMARY:${filled('\\n')}`, 'RRULE:FREQ=DAILY']),
  'a long place': (uid) =>
    calendarOf([`UID:${uid}`, START, `LOCATION:${filled('place ')}`, 'RRULE:FREQ=HOURLY', ...alarm]),
  'empty lines': (uid) => calendarOf([`UID:${uid}`, START, filled('\r\n')]),
  'short lines': (uid) => calendarOf([`UID:${uid}`, START, filled('A:\r\n')]),
  folds: (uid) => calendarOf([`UID:${uid}`, START, `X-A:${filled('\r\n x')}`]),
  'an attachment': (uid) =>
    calendarOf([`UID:${uid}`, START, `ATTACH:${filled(`${'x'.repeat(74)}\r\n `)}`, 'RRULE:FREQ=DAILY']),
  parameters: (uid) =>
    calendarOf([`UID:${uid}`, START, `X-A${times(300_000, (index) => [`;P${index}=1`]).join('')}:1`]),
  guests: (uid) => calendarOf([`UID:${uid}`, START, filled(GUEST).trim()]),
  'as many guests as are read': (uid) =>
    calendarOf([`UID:${uid}`, START, 'RRULE:FREQ=DAILY', GUEST.repeat(39_900).trim()]),
  components: (uid) => calendarOf([`UID:${uid}`, START, filled('BEGIN:X\r\nEND:X\r\n').trim()]),
  alarms: (uid) =>
    calendarOf([`UID:${uid}`, START, 'BEGIN:VALARM\r\nTRIGGER:-PT5M\r\nEND:VALARM\r\n'.repeat(5900).trim()]),
  events: (uid) => calendarOf(...times(20_000, () => [`UID:${uid}`, START])),
  quotes: (uid) => calendarOf([`UID:${uid}`, START, `X-A;B="${filled('"')}:1`]),
  nesting: (uid) => `BEGIN:VCALENDAR\r\n${'BEGIN:X\r\n'.repeat(100_000)}UID:${uid}`,
}

const KINDS = { ...RULES, ...LARGE }

const NAMES = { small: Object.keys(RULES), large: Object.keys(LARGE), all: Object.keys(KINDS) }

/**
 * So many objects, the same ones each time: each kind once, and then small ones with a large one now and then, so that all of them
 * fit into a test; none over 4 MB. Only those from `from` up to `to` are written out.
 */
export function hostileObjects(count: number, { from = 0, to = count } = {}, seed = 20_261_120): HostileObject[] {
  const random = seeded(seed)
  const pick = (names: string[]) => names[random(names.length)]!
  const kinds = Array.from({ length: count }, (_, index) => {
    const other = random(20) === 0 ? pick(NAMES.large) : pick(NAMES.small)
    return NAMES.all[index] ?? other
  })
  return kinds.slice(from, to).map((kind, index) => {
    const uid = `hostile-${from + index}@example.org`
    return { kind, uid, text: KINDS[kind]!(uid) }
  })
}

/** One object of each kind. */
export function* hostileKinds(): Generator<HostileObject> {
  for (let at = 0; at < NAMES.all.length; at += 1) yield* hostileObjects(at + 1, { from: at })
}
