import type { ComponentType } from 'preact'
import Calendar from './calendar'
import type { Dictionary } from './i18n'
import { Loading } from './shell/empty-pages'
import type { NavLink } from './shell/shell'
import { CalendarDays, ListChecks, PanelsTopLeft, Settings, UserRound } from './ui/icons'
import { lazy, loadStyle } from './ui/lazy'

/** A screen with addresses of its own. */
export interface Area {
  name: string
  path: RegExp
  Screen: ComponentType
  /** What it is called, in the navigation and as the title of the page. */
  title: (texts: Dictionary) => string
  /** Its place in the navigation; a screen without one is reached from another. */
  link?: NavLink
  /** It fills the display: no navigation around it. */
  isUnframed?: boolean
}

/** A screen that is loaded when it is needed, together with its sheets of `styles/areas/`. */
const later = (load: () => Promise<{ default: ComponentType }>, ...styles: string[]) =>
  lazy(async () => (await Promise.all([load(), ...styles.map(loadStyle)]))[0], Loading)

/**
 * Every screen of whoever is signed in; of an address the first match. The calendar is the first screen of nearly every
 * visit and comes with the rest of it; the others are chunks of their own.
 */
export const AREAS: readonly Area[] = [
  {
    name: 'calendar',
    path: /^\/(day\/.*|calendar(\/.*)?)?$/,
    Screen: Calendar,
    title: ({ shell }) => shell.calendar,
    link: { href: '/', Icon: CalendarDays },
  },
  {
    name: 'lists',
    path: /^\/lists(\/\d+)?$/,
    Screen: later(() => import('./lists'), 'lists'),
    title: ({ shell }) => shell.lists,
    link: { href: '/lists', Icon: ListChecks },
  },
  {
    name: 'wall',
    path: /^\/wall$/,
    Screen: later(() => import('./wall'), 'lists', 'today', 'wall'),
    title: ({ shell }) => shell.wall,
    link: { href: '/wall', Icon: PanelsTopLeft, isAtEnd: true, isForLargeScreens: true },
    isUnframed: true,
  },
  {
    name: 'unsaved',
    path: /^\/unsaved$/,
    Screen: later(() => import('./calendar/unsaved'), 'unsaved'),
    title: ({ calendar }) => calendar.notSaved,
  },
  {
    name: 'admin',
    path: /^\/admin(\/.*)?$/,
    Screen: later(() => import('./admin'), 'admin'),
    title: ({ shell }) => shell.admin,
    // Phones reach it from the account.
    link: { href: '/admin', Icon: Settings, isAtEnd: true, isForAdmins: true, isForLargeScreens: true },
  },
  {
    name: 'people',
    path: /^\/people$/,
    Screen: later(() => import('./people'), 'admin'),
    title: ({ calendar }) => calendar.people,
  },
  {
    name: 'elsewhere',
    path: /^\/elsewhere$/,
    Screen: later(() => import('./elsewhere'), 'elsewhere'),
    title: ({ shell }) => shell.elsewhere,
  },
  {
    name: 'account',
    path: /^\/account$/,
    Screen: later(() => import('./account'), 'account'),
    title: ({ shell }) => shell.account,
    link: { href: '/account', Icon: UserRound, isAtEnd: true },
  },
  {
    name: 'share',
    path: /^\/share$/,
    Screen: later(() => import('./share'), 'lists', 'share'),
    title: ({ shell }) => shell.newEvent,
  },
  {
    name: 'welcome',
    path: /^\/welcome$/,
    Screen: later(() => import('./setup/welcome'), 'setup'),
    title: ({ shell }) => shell.welcome,
  },
]

/** What stands before the areas: nobody is signed in, somebody is invited, nothing is set up, or the device is a display. */
export const Display = later(() => import('./display'), 'lists', 'today', 'wall', 'display')
export const Setup = later(() => import('./setup'), 'setup')
export const Invitation = later(() => import('./invitation'), 'setup')
export const SignIn = later(() => import('./signin'), 'signin')

/** What stands in place of an area where an address leads nowhere. */
export const NotFound = later(() => import('./shell/not-found'))
