import { t } from 'elysia'
import { isStorableDate, parseIsoDate } from '../../calendar/ical/civil'
import { badRequest } from '../../platform/http-errors'
import { id, MAX_ID, orNull, strictInteger } from '../../platform/http-schema'
import { limitedText, trimmedText } from '../../platform/http-text'
import { MAX_AMOUNT_LENGTH, MAX_SECTION_LENGTH } from '../../platform/limits'
import { clock, clockBody } from '../shared/schemas'
import { withoutAbsent } from '../shared/without-absent'
import type { ItemRow } from './present'
import { REPEAT, RepeatBody, repeatOf } from './repeat'

const MAX_ASSIGNEES = 50
const DAY_RULE = 'expected a date that exists, as YYYY-MM-DD'

const day = limitedText(10, 10, {
  description: 'YYYY-MM-DD',
  error: DAY_RULE,
  furtherProblemOf: (text) => (isStorableDate(text) && parseIsoDate(text) !== null ? null : DAY_RULE),
})

const idsOf = (whom: string) =>
  t.Array(strictInteger({ minimum: 1, maximum: MAX_ID }), {
    maxItems: MAX_ASSIGNEES,
    uniqueItems: true,
    error: `expected a list of at most ${MAX_ASSIGNEES} ids of ${whom}, each once`,
  })

/** What an item may say beside its text, in requests; null stands for nothing. */
export const DetailsBody = {
  section: t.Optional(orNull(trimmedText(MAX_SECTION_LENGTH, { description: 'Ends trimmed' }))),
  amount: t.Optional(orNull(trimmedText(MAX_AMOUNT_LENGTH, { description: 'Ends trimmed' }))),
  due: t.Optional(orNull(day)),
  dueTime: t.Optional(orNull(clockBody('; needs due'))),
  assigneeIds: t.Optional(orNull(idsOf('members'))),
  personIds: t.Optional(orNull(idsOf('persons'))),
  repeat: t.Optional(orNull(RepeatBody)),
  rotates: t.Optional(orNull(t.Boolean({ description: 'The first of those who do it has the turn' }))),
}

/** The same in answers, each where it is set. */
export const DETAILS = {
  section: t.Optional(t.String({ minLength: 1, maxLength: MAX_SECTION_LENGTH })),
  amount: t.Optional(t.String({ minLength: 1, maxLength: MAX_AMOUNT_LENGTH })),
  due: t.Optional(t.String({ format: 'date', description: 'YYYY-MM-DD' })),
  dueTime: t.Optional(clock),
  assigneeIds: t.Optional(t.Array(id, { description: 'Members; where it rotates, the first has the turn' })),
  personIds: t.Optional(
    t.Array(id, {
      description: 'Persons, instead of assigneeIds, where one of them has no sign-in; the first has the turn',
    }),
  ),
  repeat: t.Optional(REPEAT),
  rotates: t.Optional(t.Boolean()),
}

const body = t.Object(DetailsBody)

/** The columns of what an item says beside its text. */
export type Details = Pick<
  ItemRow,
  'section' | 'amount' | 'due' | 'dueTime' | 'assigneeIds' | 'personIds' | 'recurrence' | 'rotates'
>

/**
 * The columns that a request names, and no others.
 * @throws Refusal 400 for a repeat that cannot be, and for two lists of whom it is for
 */
export function detailsOf({
  section,
  amount,
  due,
  dueTime,
  assigneeIds,
  personIds,
  repeat,
  rotates,
}: typeof body.static): Partial<Details> {
  if (assigneeIds?.length && personIds?.length) throw badRequest('personIds: not beside assigneeIds')
  return withoutAbsent({
    section,
    amount,
    due,
    dueTime,
    assigneeIds: assigneeIds?.length === 0 ? null : assigneeIds,
    personIds: personIds?.length === 0 ? null : personIds,
    recurrence: repeat ? repeatOf(repeat) : repeat,
    rotates: rotates === null ? false : rotates,
  })
}

/** Holds what an item will say against itself. @throws Refusal 400 */
export function checkDetails({ due = null, dueTime = null, recurrence = null }: Partial<Details>): void {
  if (dueTime !== null && due === null) throw badRequest('dueTime: needs due')
  if (recurrence !== null && 'every' in recurrence && due === null) {
    throw badRequest('repeat: needs due, or afterDays')
  }
}
