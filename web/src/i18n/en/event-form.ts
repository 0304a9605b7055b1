import { eventCard } from './event-card'
import { quickAdd } from './quick-add'
import { recurrence } from './recurrence'

/** Words of the event dialog. */
export const eventForm = {
  connectAgain: 'Connect again',
  create: 'New event',
  edit: 'Edit event',
  title: 'Title',
  titleHint: 'What’s happening?',
  forWhom: 'For whom',
  allDay: 'All day',
  starts: 'Starts',
  ends: 'Ends',
  startDate: 'Start date',
  startTime: 'Start time',
  endDate: 'End date',
  endTime: 'End time',
  calendar: 'Calendar',
  everyoneCalendar: (name: string) => `${name} (everyone)`,
  repeats: 'Repeats',
  recurrences: {
    none: 'Never',
    daily: 'Every day',
    weekly: 'Every week',
    monthly: 'Every month',
    yearly: 'Every year',
    custom: 'Special rule (stays as it is)',
  },
  recurrence,
  quickAdd,
  card: eventCard,
  repeatEnds: 'Ends repeating',
  never: 'Never',
  onDate: 'On a date',
  afterTimes: 'After … times',
  untilDate: 'Last day',
  times: 'Times',
  reminder: 'Reminder',
  noReminder: 'None',
  anotherReminder: 'Another reminder',
  customReminder: 'Special reminder (stays as it is)',
  place: 'Place',
  placeHint: 'Add a place',
  notes: 'Notes',
  notesHint: 'Add notes',
  seriesNote: 'This event repeats. When you save, you choose which of its events change.',
  overrideNote: 'This one differs from the other events of its series.',
  movesNote: 'Saving moves the event to the other calendar.',
  loading: 'Loading the event…',
  partlyKnown: 'Not everything could be loaded. What is not shown here stays as it is.',
  partlySaved: 'An earlier change is still on its way. What is not shown here stays as it is.',
  notKnown: 'The event could not be loaded.',
  read: {
    whose: (owner: string, calendar: string) => `From ${owner}’s calendar “${calendar}”. Only ${owner} can change it.`,
    birthday: (age: number | null) =>
      age === null ? 'Birthday' : age === 0 ? 'Day of birth' : `Birthday, ${age} years old`,
    fromElsewhere: (calendar: string) => `From “${calendar}”, which is read from elsewhere. It cannot be changed here.`,
    busy: (owner: string) => `${owner} is busy then. Nothing more is shown.`,
  },
  problems: {
    title: 'Give it a name',
    longTitle: (most: number) => `At most ${most} characters`,
    start: 'When does it start?',
    end: 'The end is before the start',
    noEnd: 'When does it end?',
    until: 'The last day is before the start',
    noUntil: 'Which day is the last one?',
    count: 'A number of at least 1',
  },

  changed: (title: string) => `“${title}” changed`,
  deleted: (title: string) => `“${title}” deleted`,
  range: {
    change: (title: string) => `Change “${title}”: which events?`,
    remove: (title: string) => `Delete “${title}”: which events?`,
    this: 'Only this one',
    thisAndFuture: 'This and all following',
    all: 'All',
    count: (count: number) => (count === 1 ? '1 event' : `${count} events`),
    endless: 'no end',
    sameReminders: 'All events of a series have the same reminders.',
  },

  meeting: {
    with: (names: string) => `With ${names}`,
    invitedBy: (name: string) => `Invited by ${name}`,
    deleteTitle: (title: string) => `Delete “${title}”?`,
    moveTitle: (title: string) => `Move “${title}” to the other calendar?`,
    moveAction: 'Move',
    isOff: (names: string, _count: number) => `${names} will be told that it is off.`,
    isNotComing: (name: string, _count: number) => `${name} will be told that you are not coming.`,
    mayBeTold: (names: string, count: number) =>
      count === 1 ? `${names} takes part in it and may be told.` : `${names} take part in it and may be told.`,
    unknown: 'Whether others take part cannot be seen just now. If they do, they are told.',
    others: (count: number) => (count === 1 ? '1 other' : `${count} others`),
  },

  utc: {
    example: (household: string, here: string) =>
      `The household’s clock is set to UTC: ${household} there is ${here} here.`,
    plain: 'The household’s clock is set to UTC, which is not the time here.',
    others: 'Whoever runs the household can set it, under “Household”.',
    use: (zone: string) => `Use ${zone}`,
    failed: 'The clock could not be set. Please try again in a moment.',
  },

  lead: {
    atStart: 'At the start',
    onDay: (days: number, time: string) => {
      if (days === 0) return `On the day at ${time}`
      if (days === 1) return `The day before at ${time}`
      return days === 7 ? `A week before at ${time}` : `${days} days before at ${time}`
    },
    minutes: (minutes: number) => (minutes === 1 ? '1 minute before' : `${minutes} minutes before`),
    hours: (hours: number) => (hours === 1 ? '1 hour before' : `${hours} hours before`),
    days: (days: number) => (days === 1 ? '1 day before' : `${days} days before`),
    week: '1 week before',
  },
}
