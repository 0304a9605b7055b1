/**
 * Holds the functions of `api.ts` against the service's routes, by types alone: nothing of this is in the bundle. The
 * shapes are the service's own; which route sends and takes which is not said by them. A line that does not compile
 * names the endpoint that has changed.
 */
import type { Treaty } from '@elysiajs/eden'
import type { App } from '../../../src/app'
import type * as api from './api'
import type { parseEvent } from './event-text'
import type { CalendarAccount, List, MemberPreferences, NewListBody, Suggestion } from './types'

type Service = Treaty.Create<App>['api']
type OneList = ReturnType<Service['lists']>
type OneItem = ReturnType<Service['list-items']>
type OneEvent = ReturnType<Service['events']>

type Call = (...parameters: never[]) => Promise<unknown>
/** What a route answers with when it succeeds. */
type Answer<Route extends (...parameters: never[]) => Promise<{ data: unknown }>> = NonNullable<
  Awaited<ReturnType<Route>>['data']
>
type Body<Route extends (...parameters: never[]) => unknown> = Parameters<Route>[0]

/** Compiles when `Given` can be used wherever `Wanted` is. */
type Fits<Given extends Wanted, Wanted> = Given
/** Compiles when an answer is what a function of ours gives its callers. */
type Gives<Given extends Awaited<ReturnType<Ours>>, Ours extends Call> = Given

export type Answers = [
  Gives<Answer<Service['me']['get']>, typeof api.session.me>,
  Fits<Answer<Service['me']['preferences']['get']>, MemberPreferences>,
  Fits<Answer<Service['me']['preferences']['patch']>, MemberPreferences>,
  Gives<Answer<Service['auth']['mode']['get']>, typeof api.session.mode>,
  Gives<Answer<Service['setup']['status']['get']>, typeof api.session.setupStatus>,
  Fits<Answer<Service['me']['calendar-account']['get']>['account'], CalendarAccount | null>,
  Gives<Answer<Service['people']['get']>['people'], typeof api.people.all>,
  Gives<Answer<Service['lists']['get']>['lists'], typeof api.lists.all>,
  Fits<Answer<Service['lists']['post']>, List>,
  Gives<Answer<OneList['patch']>, typeof api.lists.change>,
  Fits<Answer<OneList['delete']>, { id: number }>,
  Gives<Answer<OneList['items']['get']>['items'], typeof api.lists.items>,
  Gives<Answer<OneList['items']['post']>, typeof api.lists.addItem>,
  Fits<Answer<OneList['suggestions']['get']>['suggestions'], Suggestion[]>,
  Gives<Answer<OneItem['patch']>, typeof api.lists.changeItem>,
  Gives<Answer<OneItem['delete']>, typeof api.lists.removeItem>,
  Gives<Answer<Service['events']['get']>['occurrences'], typeof api.events.between>,
  Gives<Answer<Service['events']['writable-calendars']['get']>['calendars'], typeof api.events.writableCalendars>,
  Gives<Answer<Service['events']['freshness']['get']>, typeof api.events.freshness>,
  Gives<Answer<Service['events']['sync-status']['get']>, typeof api.events.syncStatus>,
  Gives<Answer<OneEvent['edit']['get']>, typeof api.events.read>,
  Gives<Answer<OneEvent['meeting']['get']>, typeof api.events.meeting>,
  Gives<Answer<Service['events']['parse']['post']>, typeof parseEvent>,
  Gives<Answer<Service['events']['create']['post']>, typeof api.events.create>,
  Gives<Answer<OneEvent['edit']['patch']>, typeof api.events.edit>,
  Gives<Answer<OneEvent['delete']>, typeof api.events.remove>,
  Gives<Answer<Service['me']['writes']['get']>['writes'], typeof api.writes.all>,
  Gives<Answer<Service['me']['reminders']['get']>, typeof api.reminders.preferences>,
]

export type Bodies = [
  Fits<Parameters<typeof api.session.signIn>[0], Body<Service['auth']['local']['login']['post']>>,
  Fits<NewListBody, Body<Service['lists']['post']>>,
  Fits<Parameters<typeof api.lists.change>[1], Body<OneList['patch']>>,
  Fits<Parameters<typeof api.lists.addItem>[1], Body<OneList['items']['post']>>,
  Fits<Parameters<typeof api.lists.changeItem>[1], Body<OneItem['patch']>>,
  Fits<Parameters<typeof api.reminders.change>[0], Body<Service['me']['reminders']['patch']>>,
  Fits<Parameters<typeof parseEvent>[0], Body<Service['events']['parse']['post']>>,
  Fits<Parameters<typeof api.events.create>[0], Body<Service['events']['create']['post']>>,
  Fits<Parameters<typeof api.events.edit>[1], Body<OneEvent['edit']['patch']>>,
]
