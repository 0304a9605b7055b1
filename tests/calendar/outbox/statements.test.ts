import { expect, test } from 'bun:test'
import { isLook, listenToStatements } from '../../support/statements'
import { setScene } from './setting'

const scene = setScene()

/** What each statement does and to which table, as `select calendars`; what it looks up within is named before. */
const summary = (statement: string) => {
  const verb = /^\W*(\w+)/.exec(statement)?.[1] ?? ''
  const table = [...statement.matchAll(/(?:from|into|^update) `(\w+)`/g)].at(-1)?.[1]
  return table === undefined ? verb : `${verb} ${table}`
}

test('a new event reads nothing twice on its way to the server and into the cache', async () => {
  // The hourly pruning belongs to no write.
  await scene.diary.drain.drain()
  const heard = listenToStatements(scene.diary.ctx)
  await scene.create()
  await scene.diary.drain.drain()
  expect(heard.filter((statement) => !isLook(statement)).map(summary)).toEqual([
    'select members',
    'begin',
    'select calendars',
    'insert outbox',
    // What is announced is a row beside what it tells, here and below.
    'insert',
    'commit',
    // The drain: what waits, and whether an import is to be fed; who has it, what it says, how it is sent.
    'select outbox',
    'select import_objects',
    'update outbox',
    'select outbox',
    'select app_config',
    'select calendar_credentials',
    'update outbox',
    // What the cache holds, while the server is at work; then the cache follows.
    'select calendars',
    'select events',
    'begin',
    'select calendars',
    'select events',
    // The zone may be another one since the calendar's lock was waited for.
    'select app_config',
    'insert events',
    // Its words, under the calendar's next revision.
    'update calendars',
    'insert event_words',
    // What is done is said together with what it has brought.
    'update outbox',
    'insert',
    'commit',
    // Whether anything waits behind it.
    'select outbox',
    'select import_objects',
  ])
})
