/**
 * Holds what the client believes about the API against what the service says, by types alone: nothing of this is in the
 * bundle. A line that does not compile names the endpoint that has changed.
 */
import type { Treaty } from '@elysiajs/eden'
import type { App } from '../../../src/app'
import type * as api from './api'
import type { CalendarAccount } from './calendar-account'
import type {
  AuthMode,
  EventForm,
  Freshness,
  Item,
  List,
  Me,
  Meeting,
  Occurrence,
  OwnWrite,
  SetupStatus,
  StoredEvent,
  SyncStatus,
  WritableCalendar,
} from './types'

type Service = Treaty.Create<App>['api']
type OneList = ReturnType<Service['lists']>
type OneItem = ReturnType<Service['list-items']>
type OneEvent = ReturnType<Service['events']>

/** What a call answers with when it succeeds. */
type Answer<Call extends (...parameters: never[]) => Promise<{ data: unknown }>> = NonNullable<
  Awaited<ReturnType<Call>>['data']
>
type Body<Call extends (...parameters: never[]) => unknown> = Parameters<Call>[0]

/** Compiles when `Given` can be used wherever `Wanted` is. */
type Fits<Given extends Wanted, Wanted> = Given

export type Answers = [
  Fits<Answer<Service['me']['get']>, Me>,
  Fits<Answer<Service['auth']['mode']['get']>, AuthMode>,
  Fits<Answer<Service['me']['calendar-account']['get']>['account'], CalendarAccount | null>,
  Fits<Answer<Service['setup']['status']['get']>, SetupStatus>,
  Fits<Answer<Service['lists']['get']>['lists'][number], List>,
  Fits<Answer<Service['lists']['post']>, List>,
  Fits<Answer<OneList['items']['get']>['items'][number], Item>,
  Fits<Answer<OneList['items']['post']>, Item>,
  Fits<Answer<OneItem['patch']>, Item>,
  Fits<Answer<Service['events']['get']>['occurrences'][number], Occurrence>,
  Fits<Answer<Service['events']['writable-calendars']['get']>['calendars'][number], WritableCalendar>,
  Fits<Answer<Service['events']['freshness']['get']>, Freshness>,
  Fits<Answer<Service['events']['sync-status']['get']>, SyncStatus>,
  Fits<Answer<OneEvent['edit']['get']>, StoredEvent>,
  Fits<Answer<OneEvent['meeting']['get']>, Meeting>,
  Fits<Answer<Service['events']['create']['post']>, { uid: string }>,
  Fits<Omit<Answer<Service['me']['writes']['get']>['writes'][number], 'form'>, Omit<OwnWrite, 'form'>>,
]

export type Bodies = [
  Fits<Parameters<typeof api.session.signIn>[0], Body<Service['auth']['local']['login']['post']>>,
  Fits<Parameters<typeof api.lists.create>[0], Body<Service['lists']['post']>>,
  Fits<Parameters<typeof api.lists.change>[1], Body<OneList['patch']>>,
  Fits<Parameters<typeof api.lists.addItem>[1], Body<OneList['items']['post']>>,
  Fits<Parameters<typeof api.push.speak>[0], Body<Service['me']['reminders']['patch']>['language']>,
  Fits<api.ItemChange, Body<OneItem['patch']>>,
  Fits<EventForm, Body<Service['events']['create']['post']>>,
  Fits<Parameters<typeof api.events.edit>[1], Body<OneEvent['edit']['patch']>>,
]
