/** The demo household: who lives there and what their calendars and lists hold, told in days from today. */

export const ZONE = 'Europe/Berlin'

export interface DemoMember {
  name: string
  username: string
  password: string
  /** The account on the demo's CalDAV server. */
  account: string
  appPassword: string
  isAdmin: boolean
}

const member = (name: string, isAdmin = false): DemoMember => {
  const username = name.toLowerCase()
  return {
    name,
    username,
    password: `${username}-likes-corkboard`,
    account: `${username}@home.example`,
    appPassword: `${username}-app-password`,
    isAdmin,
  }
}

export const MEMBERS: DemoMember[] = [member('Ada', true), member('Ben'), member('Cleo')]

export interface DemoPerson {
  name: string
  birthday: string
  /** User names of the members who look after them. */
  managers: string[]
}

/** Who lives there as well, and does not sign in. */
export const CHILDREN: DemoPerson[] = [
  { name: 'Mia', birthday: '2017-05-14', managers: ['ada', 'ben'] },
  { name: 'Tom', birthday: '2021-09-02', managers: ['ada', 'ben'] },
]

export interface DemoCalendar {
  owner: string
  slug: string
  name: string
  color: string
  /** What its owner lets the others see; absent: nothing. */
  visibility?: 'busy' | 'household'
}

export const SHARED_CALENDAR: DemoCalendar = { owner: 'ada', slug: 'family', name: 'Family', color: '#F25C7A' }

export const CALENDARS: DemoCalendar[] = [
  { owner: 'ada', slug: 'personal', name: 'Ada', color: '#2563EB', visibility: 'household' },
  SHARED_CALENDAR,
  { owner: 'ben', slug: 'personal', name: 'Ben', color: '#0F766E', visibility: 'household' },
  { owner: 'ben', slug: 'council', name: 'Works council', color: '#475569', visibility: 'busy' },
  { owner: 'cleo', slug: 'personal', name: 'Cleo', color: '#7C3AED', visibility: 'household' },
]

export interface DemoEvent {
  calendar: string
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

/** A weekday of this week as days from today: Monday is 0. */
const weekday = (today: Date, day: number) => day - ((today.getUTCDay() + 6) % 7)

/** Series begin months ago and go on, so that they cross both changes of daylight saving time. */
export function events(today: Date): DemoEvent[] {
  const on = (day: number) => weekday(today, day)
  const longAgo = (day: number) => on(day) - 7 * 40
  return [
    {
      calendar: 'ada/personal',
      title: 'Choir',
      day: longAgo(1),
      at: '19:30',
      minutes: 90,
      rule: 'FREQ=WEEKLY;BYDAY=TU',
      location: 'Parish hall',
      alarms: ['-PT30M'],
    },
    {
      calendar: 'ada/personal',
      title: 'Early shift',
      day: longAgo(0),
      at: '06:30',
      minutes: 480,
      rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE',
    },
    {
      calendar: 'ada/personal',
      title: 'Dentist',
      day: on(3),
      at: '10:15',
      minutes: 45,
      location: 'Dr. Okafor, Lindenstr. 4',
      alarms: ['-P1D'],
    },
    { calendar: 'ada/personal', title: 'Call with Grandma', day: 0, at: '18:00', minutes: 30, alarms: ['PT0S'] },
    { calendar: 'ada/personal', title: 'Conference in Hamburg', day: 9, days: 3, alarms: ['@2'] },
    { calendar: 'ada/personal', title: 'Tax papers', day: 12, at: '20:00', minutes: 60, alarms: ['-PT45M'] },
    {
      calendar: 'ben/personal',
      title: 'Football',
      day: longAgo(3),
      at: '17:00',
      minutes: 90,
      rule: 'FREQ=WEEKLY;BYDAY=TH',
      location: 'Sports ground',
      alarms: ['-PT60M'],
    },
    { calendar: 'ben/personal', title: 'Physio', day: 1, at: '07:15', minutes: 45, alarms: ['-PT15M'] },
    { calendar: 'ben/personal', title: 'Release night', day: 4, at: '22:00', minutes: 240, alarms: ['-PT10M', '-P1D'] },
    {
      calendar: 'ben/personal',
      title: 'Pay the rent',
      day: longAgo(0),
      rule: 'FREQ=MONTHLY;BYMONTHDAY=1',
      alarms: ['@0'],
    },
    { calendar: 'ben/personal', title: 'Night train', day: 16, at: '21:40', minutes: 660, location: 'Platform 7' },
    {
      calendar: 'ben/council',
      title: 'Talks with the management',
      day: longAgo(4),
      at: '10:00',
      minutes: 120,
      rule: 'FREQ=WEEKLY;BYDAY=TU,FR',
    },
    {
      calendar: 'ben/personal',
      title: 'Late shift',
      day: longAgo(0),
      at: '14:00',
      minutes: 480,
      rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE,TH,FR',
    },
    {
      calendar: 'ada/family',
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
      calendar: 'ada/family',
      title: 'Kindergarten',
      who: ['Tom'],
      day: longAgo(0),
      at: '08:30',
      minutes: 240,
      rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    },
    {
      calendar: 'ada/family',
      title: 'Primary school',
      who: ['Mia'],
      day: longAgo(0),
      at: '08:00',
      minutes: 285,
      rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    },
    {
      calendar: 'ada/family',
      title: 'Swimming',
      who: ['Mia', 'Tom', 'Ben'],
      day: longAgo(5),
      at: '10:00',
      minutes: 75,
      rule: 'FREQ=WEEKLY;BYDAY=SA',
      location: 'Indoor pool',
    },
    { calendar: 'ada/family', title: 'Playing at Lina’s', who: ['Tom'], day: 0, at: '15:00', minutes: 120 },
    { calendar: 'ada/family', title: 'Shoes for Mia', who: ['Ada', 'Mia'], day: 0, at: '16:30', minutes: 60 },
    {
      calendar: 'cleo/personal',
      title: 'School',
      day: longAgo(0),
      at: '08:00',
      minutes: 330,
      rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    },
    { calendar: 'cleo/personal', title: 'Class trip', day: 6, days: 3, location: 'Youth hostel', alarms: ['@1'] },
    { calendar: 'cleo/personal', title: 'Maths test', day: on(8), at: '09:40', minutes: 60, alarms: ['-P1W'] },
    {
      calendar: 'cleo/personal',
      title: 'Cinema with Mira',
      day: 2,
      at: '16:00',
      minutes: 150,
      alarms: ['PT0S', '-PT60M'],
    },
    {
      calendar: 'ada/family',
      title: 'Family dinner',
      day: longAgo(6),
      at: '18:00',
      minutes: 120,
      rule: 'FREQ=WEEKLY;BYDAY=SU',
      alarms: ['-PT2H'],
    },
    {
      calendar: 'ada/family',
      title: 'Bins out',
      day: longAgo(2),
      rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE',
      alarms: ['@1'],
    },
    { calendar: 'ada/family', title: "Grandma's birthday", day: 5, rule: 'FREQ=YEARLY', alarms: ['@7'] },
    { calendar: 'ada/family', title: 'Autumn holiday', day: 13, days: 9 },
    { calendar: 'ada/family', title: 'Chimney sweep', day: on(4), at: '11:00', minutes: 30, alarms: ['-P2D'] },
    {
      calendar: 'ada/family',
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

export interface DemoList {
  owner: string
  name: string
  isShared: boolean
  /** Else a plain one; the lines of a shopping list are read, and stand by section. */
  kind?: 'shopping'
  /** Bought on the way home some time ago, and remembered. */
  bought?: string[]
  items: string[]
  checked: string[]
}

export const LISTS: DemoList[] = [
  {
    owner: 'ada',
    name: 'Groceries',
    isShared: true,
    kind: 'shopping',
    bought: ['Eggs 6', 'Tomatoes 500 g', 'Bananas', 'Yoghurt', 'Spaghetti 500 g'],
    items: ['Milk 2 l', 'Bread', 'Apples 1 kg', 'Oats', 'Washing powder'],
    checked: ['Coffee', 'Butter'],
  },
  {
    owner: 'ben',
    name: 'Hardware store',
    isShared: true,
    items: ['Wall plugs, 8 mm', 'Light bulb for the hall'],
    checked: [],
  },
  { owner: 'ada', name: 'Presents', isShared: false, items: ['Book for Cleo', 'Tickets for Ben'], checked: [] },
]
