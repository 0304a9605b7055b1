import { classifyAlarms, isRelativeReminder, untoldReminders } from './alarms'
import { categoriesOf, type PeopleNames } from './categories'
import { DAY, formatIsoDate } from './civil'
import { type CalendarObject, mainEvent, readObject } from './object'
import { type Component, properties, property, textOf } from './parse'
import { boundOf } from './recurrence'
import { type Recurrence, recurrenceOf } from './recurrence-rule'
import type { ReminderTime } from './reminder-times'
import { endOf, instantOf, lengthOf, momentText, startOf, type TimeValue } from './times'
import type { ObjectZones } from './zone/resolve'
import type { Zone } from './zone/table'

/** The event form of the interface; `end` of an all-day event is inclusive. */
export interface EventForm {
  title: string
  allDay: boolean
  start: string
  end: string
  location?: string
  description?: string
  recurrence?: 'none' | Recurrence
  recurrenceUntil?: string
  recurrenceCount?: number
  calendarUrl?: string
  reminderLeadMinutes?: number | null
  reminders?: ReminderTime[]
  /** Whom it is for; their order has no meaning. */
  personIds?: number[]
}

/** An event read back as a form: timed `start`/`end` as UTC `Z`, all-day as dates with an inclusive end. */
export interface StoredForm {
  title: string
  allDay: boolean
  start: string
  end: string
  location: string
  description: string
  recurrence: 'none' | Recurrence | 'custom'
  recurrenceUntil?: string
  recurrenceCount?: number
  reminderLeadMinutes: number | null
  reminderIsCustom: boolean
  /** Set where the lead does not tell them and a form could ask for them. */
  reminders?: ReminderTime[]
  /** Set on an all-day event whose lead stands as a relative alarm: a number would write the one at 09:00. */
  reminderIsRelative?: true
  /** Set where it was read with people. */
  personIds?: number[]
}

/** The master (or the only event) of an object as a form. @throws IcalError for an unreadable object */
export function formOf(text: string, household: Zone, people?: PeopleNames): StoredForm {
  const object = readObject(text, household)
  return formOfEvent(mainEvent(object), object.zones, people)
}

/** The same of an object that is read already, without its people. @throws IcalError when its start cannot be read */
export function formOfObject(object: CalendarObject): StoredForm {
  return formOfEvent(mainEvent(object), object.zones)
}

/**
 * One event of an object as a form; an override may have the reminders of its series.
 * @throws IcalError when its start cannot be read
 */
export function formOfEvent(
  event: Component,
  zones: ObjectZones,
  people?: PeopleNames,
  reminding: Component = event,
): StoredForm {
  const start = startOf(event, zones)
  const instant = instantOf(start)
  const end = endOf(start, instant, lengthOf(event, start, zones))
  return {
    title: textOf(event, 'SUMMARY') ?? '',
    allDay: start.isDate,
    start: momentText(instant, start.isDate),
    end: momentText(start.isDate ? end - DAY : end, start.isDate),
    location: textOf(event, 'LOCATION') ?? '',
    description: textOf(event, 'DESCRIPTION') ?? '',
    ...ruleFieldsOf(event, start, zones.household),
    ...reminderFieldsOf(reminding, startOf(reminding, zones), zones),
    ...(people === undefined ? {} : { personIds: people.personsOf(categoriesOf(event)) }),
  }
}

type StoredReminder = Pick<StoredForm, 'reminderLeadMinutes' | 'reminderIsCustom' | 'reminders' | 'reminderIsRelative'>

function reminderFieldsOf(event: Component, start: TimeValue, zones: ObjectZones): StoredReminder {
  const reminder = classifyAlarms(event, start, zones)
  const reminders = untoldReminders(event, reminder, start, zones)
  return {
    reminderLeadMinutes: reminder.leadMinutes,
    reminderIsCustom: reminder.kind === 'custom',
    ...(reminders === null ? {} : { reminders }),
    ...(start.isDate && isRelativeReminder(event, zones) ? { reminderIsRelative: true } : {}),
  }
}

type StoredRecurrence = Pick<StoredForm, 'recurrence' | 'recurrenceUntil' | 'recurrenceCount'>

function ruleFieldsOf(event: Component, start: TimeValue, household: Zone): StoredRecurrence {
  const rules = properties(event, 'RRULE')
  const hasMore = property(event, 'RDATE') !== undefined || property(event, 'EXRULE') !== undefined
  const [rule] = rules
  if (!rule) return { recurrence: hasMore ? 'custom' : 'none' }
  try {
    const { untilDay, count } = boundOf(rule.value, start, household)
    return {
      recurrence: rules.length > 1 || hasMore ? 'custom' : recurrenceOf(rule.value, start),
      ...(untilDay === undefined ? {} : { recurrenceUntil: formatIsoDate(untilDay) }),
      ...(count === undefined ? {} : { recurrenceCount: count }),
    }
  } catch {
    return { recurrence: 'custom' }
  }
}
