import { describe, expect, test } from 'bun:test'
import type { Draft } from '../../../web/src/calendar/draft'
import { draftOfForm, draftOfStored, newDraft } from '../../../web/src/calendar/draft'
import { createForm, editForm } from '../../../web/src/calendar/form-of-draft'
import { afterForm, changedParts, differences } from '../../../web/src/calendar/writes/changes'
import type { ReminderTime, StoredEvent } from '../../../web/src/data/types'
import { leadMessage } from '../../../web/src/forms/lead-message'
import { eventForm as german } from '../../../web/src/i18n/de/event-form'
import { eventForm as english } from '../../../web/src/i18n/en/event-form'
import { dayOfIso } from '../../../web/src/lib/tz'
import { PLAIN } from './plain-event'

const BERLIN = 'Europe/Berlin'
const EVENING = { daysBefore: 1, time: '18:00' }

const timed: StoredEvent = {
  title: 'Dentist',
  allDay: false,
  start: '2026-11-20T08:30:00Z',
  end: '2026-11-20T09:00:00Z',
  ...PLAIN,
}
const allDay: StoredEvent = { ...timed, allDay: true, start: '2026-11-20', end: '2026-11-20' }
const several = (reminders: ReminderTime[], event = timed): StoredEvent => ({
  ...event,
  reminders,
  reminderIsCustom: true,
})

/** What a form says of reminders. */
const said = (draft: Partial<Draft>) => {
  const { reminders, reminderLeadMinutes } = createForm(
    { ...newDraft({ day: dayOfIso('2026-11-20') }, ''), ...draft },
    BERLIN,
  )
  return reminders === undefined ? reminderLeadMinutes : reminders
}

describe('the reminders of a form', () => {
  test.each<[string, Partial<Draft>, ReturnType<typeof said>]>([
    ['none', { reminders: [] }, null],
    ['one, as ever', { reminders: [30] }, 30],
    ['one at the start', { reminders: [0] }, [0]],
    ['one of a whole day', { allDay: true, reminders: [0] }, 0],
    ['the evening before', { allDay: true, reminders: [EVENING] }, [EVENING]],
    ['several', { reminders: [60, 10] }, [60, 10]],
    ['an evening before what is no whole day any more', { reminders: [EVENING, 60] }, [1440, 60]],
  ])('%s', (_, draft, sent) => {
    expect(said(draft)).toEqual(sent)
  })

  test.each<[string, StoredEvent, Draft['reminders']]>([
    ['none', timed, []],
    ['one', { ...timed, reminderLeadMinutes: 30 }, [30]],
    ['several', several([60, 0]), [60, 0]],
    ['alarms of another kind', { ...timed, reminderIsCustom: true }, 'custom'],
  ])('stand in it as they are stored, and are not sent when nothing is changed: %s', (_, stored, reminders) => {
    const original = draftOfStored(stored, BERLIN)
    expect(original.draft.reminders).toEqual(reminders)
    const form = editForm({ ...original.draft, title: 'Doctor' }, original, BERLIN)
    expect(Object.keys(form)).toEqual(['title', 'allDay', 'start', 'end'])
  })

  test('that could not be saved stand in it again', () => {
    const { draft: before } = draftOfStored(several([60, 10]), BERLIN)
    const { title, start, end } = timed
    const form = { title, allDay: false, start, end }
    expect(draftOfForm(form, before, BERLIN).reminders).toEqual([60, 10])
    expect(draftOfForm({ ...form, reminders: [5, 0] }, before, BERLIN).reminders).toEqual([5, 0])
    expect(draftOfForm({ ...form, reminderLeadMinutes: null }, before, BERLIN).reminders).toEqual([])
  })
})

describe('what a form changes', () => {
  const { title, start, end } = timed
  const form = { title, allDay: false, start, end }

  test.each<[string, StoredEvent, Partial<StoredEvent>, boolean]>([
    ['the same in another order', several([60, 10]), { reminders: [10, 60] }, false],
    ['one more', several([60, 10]), { reminders: [60, 10, 5] }, true],
    ['one instead of several', several([60, 10]), { reminderLeadMinutes: 60 }, true],
    ['several instead of one', { ...timed, reminderLeadMinutes: 60 }, { reminders: [60, 10] }, true],
  ])('are reminders: %s', (_, base, changes, isChange) => {
    expect(changedParts(base, { ...form, ...(changes as object) })).toEqual(isChange ? ['reminder'] : [])
  })

  test('is there once it is written', () => {
    const after = afterForm(several([60, 10]), { ...form, reminderLeadMinutes: 30 })
    expect(after).toMatchObject({ reminderLeadMinutes: 30, reminderIsCustom: false })
    expect(after.reminders).toBeUndefined()
    expect(afterForm(timed, { ...form, reminders: [60, 10] })).toMatchObject({
      reminders: [60, 10],
      reminderLeadMinutes: null,
      reminderIsCustom: true,
    })
    expect(afterForm(several([60, 10]), form)).toEqual(several([60, 10]))
    expect(afterForm(several([60, 10]), { ...form, reminders: [] })).toMatchObject({
      reminderLeadMinutes: null,
      reminderIsCustom: false,
    })
  })

  test('clashes with what somebody else has changed', () => {
    const wanted = { ...form, reminders: [60, 10] }
    expect(differences(timed, wanted, several([5, 0]))).toEqual([{ part: 'reminder', isClash: true }])
    expect(differences(timed, wanted, several([10, 60]))).toEqual([])
  })
})

test.each<[ReminderTime, boolean, string, string]>([
  [0, false, 'At the start', 'Zum Beginn'],
  [1, false, '1 minute before', '1 Minute vorher'],
  [10, false, '10 minutes before', '10 Minuten vorher'],
  [60, false, '1 hour before', '1 Stunde vorher'],
  [1440, false, '1 day before', '1 Tag vorher'],
  [10_080, false, '1 week before', '1 Woche vorher'],
  [0, true, 'On the day at 9:00', 'Am Tag um 9:00'],
  [30, true, 'The day before at 9:00', 'Am Vortag um 9:00'],
  [2880, true, '2 days before at 9:00', '2 Tage vorher um 9:00'],
  [10_080, true, 'A week before at 9:00', 'Eine Woche vorher um 9:00'],
  [EVENING, true, 'The day before at 18:00', 'Am Vortag um 18:00'],
  [{ daysBefore: 0, time: '07:05' }, true, 'On the day at 7:05', 'Am Tag um 7:05'],
])('%j of a whole day (%p) reminds: %s', (reminder, isAllDay, inEnglish, inGerman) => {
  const formats = { time: (wall: number) => new Date(wall).toISOString().slice(11, 16).replace(/^0/, '') }
  expect(leadMessage(reminder, isAllDay, { form: english, formats })).toBe(inEnglish)
  expect(leadMessage(reminder, isAllDay, { form: german, formats })).toBe(inGerman)
})

test('a whole day has its reminders as they are stored', () => {
  expect(draftOfStored(several([EVENING, 0], allDay), BERLIN).draft.reminders).toEqual([EVENING, 0])
})
