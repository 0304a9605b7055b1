/** What the calendars of the demo household hold, told in days from today. */

export interface DemoEvent {
  title: string
  /** The names of those whom it is for; absent: the calendar's owner, or everybody. */
  who?: string[]
  /** Days from today. */
  day: number
  /** Local time `HH:MM`; absent: all day. */
  at?: string
  minutes?: number
  /** Of an all-day event. */
  days?: number
  rule?: string
  location?: string
  /** TRIGGER values; an absolute one is told as `@<days before>` at 09:00. */
  alarms?: string[]
}

/** Days from today by their weekday, Monday is 0: in this week, and where series begin that go on. */
interface Week {
  on: (weekday: number) => number
  longAgo: (weekday: number) => number
}

/** Series begin months ago, so that they cross both changes of daylight saving time. */
function weekOf(today: Date): Week {
  const on = (weekday: number) => weekday - ((today.getUTCDay() + 6) % 7)
  return { on, longAgo: (weekday) => on(weekday) - 7 * 40 }
}

const EVENTS: Record<string, (week: Week) => DemoEvent[]> = {
  'ada/personal': ofAda,
  'ben/personal': ofBen,
  'ben/council': ofCouncil,
  'ada/family': ofFamily,
  'cleo/personal': ofCleo,
}

/** The events of each calendar, by its owner and slug. */
export function eventsByCalendar(today: Date): [calendar: string, events: DemoEvent[]][] {
  const week = weekOf(today)
  return Object.entries(EVENTS).map(([calendar, eventsIn]) => [calendar, eventsIn(week)])
}

function ofAda({ on, longAgo }: Week): DemoEvent[] {
  return [
    {
      title: 'Choir',
      day: longAgo(1),
      at: '19:30',
      minutes: 90,
      rule: 'FREQ=WEEKLY;BYDAY=TU',
      location: 'Parish hall',
      alarms: ['-PT30M'],
    },
    {
      title: 'Early shift',
      day: longAgo(0),
      at: '06:30',
      minutes: 480,
      rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE',
    },
    {
      title: 'Dentist',
      day: on(3),
      at: '10:15',
      minutes: 45,
      location: 'Dr. Okafor, Lindenstr. 4',
      alarms: ['-P1D'],
    },
    { title: 'Call with Grandma', day: 0, at: '18:00', minutes: 30, alarms: ['PT0S'] },
    { title: 'Conference in Hamburg', day: 9, days: 3, alarms: ['@2'] },
    { title: 'Tax papers', day: 12, at: '20:00', minutes: 60, alarms: ['-PT45M'] },
  ]
}

function ofBen({ longAgo }: Week): DemoEvent[] {
  return [
    {
      title: 'Football',
      day: longAgo(3),
      at: '17:00',
      minutes: 90,
      rule: 'FREQ=WEEKLY;BYDAY=TH',
      location: 'Sports ground',
      alarms: ['-PT60M'],
    },
    { title: 'Physio', day: 1, at: '07:15', minutes: 45, alarms: ['-PT15M'] },
    { title: 'Release night', day: 4, at: '22:00', minutes: 240, alarms: ['-PT10M', '-P1D'] },
    {
      title: 'Pay the rent',
      day: longAgo(0),
      rule: 'FREQ=MONTHLY;BYMONTHDAY=1',
      alarms: ['@0'],
    },
    { title: 'Night train', day: 16, at: '21:40', minutes: 660, location: 'Platform 7' },
    {
      title: 'Late shift',
      day: longAgo(0),
      at: '14:00',
      minutes: 480,
      rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE,TH,FR',
    },
  ]
}

function ofCouncil({ longAgo }: Week): DemoEvent[] {
  return [
    {
      title: 'Talks with the management',
      day: longAgo(4),
      at: '10:00',
      minutes: 120,
      rule: 'FREQ=WEEKLY;BYDAY=TU,FR',
    },
  ]
}

function ofFamily({ on, longAgo }: Week): DemoEvent[] {
  return [
    {
      title: 'Piano',
      who: ['Mia'],
      day: longAgo(2),
      at: '15:30',
      minutes: 45,
      rule: 'FREQ=WEEKLY;BYDAY=WE',
      location: 'Music school',
      alarms: ['-PT30M'],
    },
    {
      title: 'Kindergarten',
      who: ['Tom'],
      day: longAgo(0),
      at: '08:30',
      minutes: 240,
      rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    },
    {
      title: 'Primary school',
      who: ['Mia'],
      day: longAgo(0),
      at: '08:00',
      minutes: 285,
      rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    },
    {
      title: 'Swimming',
      who: ['Mia', 'Tom', 'Ben'],
      day: longAgo(5),
      at: '10:00',
      minutes: 75,
      rule: 'FREQ=WEEKLY;BYDAY=SA',
      location: 'Indoor pool',
    },
    { title: 'Playing at Lina’s', who: ['Tom'], day: 0, at: '15:00', minutes: 120 },
    { title: 'Shoes for Mia', who: ['Ada', 'Mia'], day: 0, at: '16:30', minutes: 60 },
    {
      title: 'Family dinner',
      day: longAgo(6),
      at: '18:00',
      minutes: 120,
      rule: 'FREQ=WEEKLY;BYDAY=SU',
      alarms: ['-PT2H'],
    },
    {
      title: 'Bins out',
      day: longAgo(2),
      rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE',
      alarms: ['@1'],
    },
    { title: "Grandma's birthday", day: 5, rule: 'FREQ=YEARLY', alarms: ['@7'] },
    { title: 'Autumn holiday', day: 13, days: 9 },
    { title: 'Chimney sweep', day: on(4), at: '11:00', minutes: 30, alarms: ['-P2D'] },
    {
      title: 'Parents’ evening',
      who: ['Ada', 'Ben'],
      day: on(9),
      at: '19:00',
      minutes: 90,
      location: 'Room 12',
      alarms: ['-PT5M'],
    },
  ]
}

function ofCleo({ on, longAgo }: Week): DemoEvent[] {
  return [
    {
      title: 'School',
      day: longAgo(0),
      at: '08:00',
      minutes: 330,
      rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    },
    { title: 'Class trip', day: 6, days: 3, location: 'Youth hostel', alarms: ['@1'] },
    { title: 'Maths test', day: on(8), at: '09:40', minutes: 60, alarms: ['-P1W'] },
    {
      title: 'Cinema with Mira',
      day: 2,
      at: '16:00',
      minutes: 150,
      alarms: ['PT0S', '-PT60M'],
    },
  ]
}
