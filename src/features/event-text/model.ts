import { t } from 'elysia'
import { RECURRENCES } from '../../calendar/outbox/check-recurrence'
import { id, oneOf, orNull } from '../../platform/http-schema'
import { limitedText } from '../../platform/http-text'
import { MAX_EVENT_TEXT_LENGTH, MAX_LIST_NAME_LENGTH, MAX_SENTENCE_LENGTH } from '../../platform/limits'
import { RECURRENCE_RULE, REMINDER_TIME } from '../shared/event-form'
import { calendarUrl } from '../shared/schemas'

export const EXPECTED_DAY = 'expected a date that exists, as YYYY-MM-DD'

export const SentenceBody = t.Object({
  text: limitedText(1, MAX_SENTENCE_LENGTH, {
    furtherProblemOf: (text) => (text.isWellFormed() ? null : 'expected well-formed Unicode text'),
  }),
  /** Checked by `dayNumberOf`, which knows the calendar. */
  day: t.Optional(
    limitedText(10, 10, {
      description: 'The day looked at, YYYY-MM-DD; absent: today in the household',
      error: EXPECTED_DAY,
    }),
  ),
  language: t.Optional(
    t.Union([t.Literal('en'), t.Literal('de')], { description: 'Tried first; the other counts as well' }),
  ),
  isMonthFirst: t.Optional(
    t.Boolean({ description: 'Whether 12/3 is the third of December; absent: as the household’s country has it' }),
  ),
})

const offset = (description: string) => t.Integer({ minimum: 0, description })
const UNDERSTOOD = t.Object({
  field: oneOf('when', 'end', 'location', 'recurrence', 'reminders', 'people', 'calendar', 'list'),
  from: offset('In UTF-16 units of the text'),
  to: offset('Exclusive'),
})

/** What a sentence said, as the body of `POST /api/events/create` says it. */
const PARSED_FORM = t.Object({
  title: t.String({ description: 'What is left; may be empty' }),
  allDay: t.Optional(t.Boolean()),
  start: t.Optional(t.String({ description: 'Timed: UTC instant; all-day: date' })),
  end: t.Optional(t.String({ description: 'As start, always beside it; an hour later where it was not said' })),
  location: t.Optional(t.String({ maxLength: MAX_EVENT_TEXT_LENGTH })),
  recurrence: t.Optional(t.Union([oneOf(...RECURRENCES), RECURRENCE_RULE])),
  recurrenceUntil: t.Optional(t.String({ description: 'YYYY-MM-DD' })),
  recurrenceCount: t.Optional(t.Integer({ minimum: 1 })),
  reminders: t.Optional(t.Array(REMINDER_TIME)),
  personIds: t.Optional(t.Array(id)),
  calendarUrl: t.Optional(calendarUrl),
})

export const PARSED_EVENT = t.Object({
  form: PARSED_FORM,
  list: orNull(t.Object({ id, name: t.String({ minLength: 1, maxLength: MAX_LIST_NAME_LENGTH }) })),
  understood: t.Array(UNDERSTOOD, { description: 'What was understood where, in the order of the text' }),
})
