import type { BrowserContext } from 'playwright-core'
import type { FeedServer } from '../../../support/feed-server'
import type { PushReceiver } from '../../../support/push-receiver'
import type { Size, VisitOptions } from '../browser'
import type { Calendars } from '../calendars'
import type { Home } from '../home'
import type { Effort, Hands } from './hands'

/** Where tasks are done: Ada's household, with what it has planned. */
export interface Setting {
  home: Home
  calendars: Calendars
  receiver: PushReceiver
  /** Where calendars are that are read from a link. */
  feeds: FeedServer
  /** Ada's list of groceries. */
  groceries: number
}

/** Something that a household does in its first month. */
export interface Task {
  number: number
  name: string
  on: Size
  /** The most that it may cost. */
  most: Partial<Effort>
  /** Who does it and with what; Ada, without a word. */
  visit?: (setting: Setting) => VisitOptions
  /** Where it begins, if not on the calendar's first screen. */
  from?: (setting: Setting) => string
  /** What has happened before it begins. */
  before?: (setting: Setting, context: BrowserContext) => Promise<unknown>
  /** From there to where whoever does it sees that it is done. */
  work: (hands: Hands, setting: Setting) => Promise<unknown>
  /** What the service or the server has of it; the clock does not run any more. */
  after?: (setting: Setting, hands: Hands) => Promise<unknown>
}
