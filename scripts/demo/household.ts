/** The demo household: who lives there, their calendars and lists. */

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

/** What is done again and again, by one after the other. */
export interface DemoChore {
  text: string
  /** Days from today. */
  day: number
  every: 'day' | 'week'
  /** Names. */
  turns: string[]
}

export const CHORES: DemoChore[] = [
  { text: 'Vacuum', day: 0, every: 'week', turns: ['Ben', 'Cleo'] },
  { text: 'Lay the table', day: 0, every: 'day', turns: ['Mia', 'Tom'] },
  { text: 'Bins', day: 1, every: 'week', turns: ['Cleo', 'Ada'] },
  { text: 'Water the plants', day: 3, every: 'week', turns: ['Ada'] },
]
