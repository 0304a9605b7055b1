/** How a member wants to be reminded. */
export const reminders = {
  title: 'Reminders',
  newEvents: 'New events remind',
  newDays: 'New all-day events remind',
  shared: {
    label: 'From the shared calendar',
    all: 'Everything that has a reminder',
    me: 'What is for me',
    children: 'What is for those I look after',
    both: 'What is for me or those I look after',
    nothing: 'Nothing',
  },
  sharedHint: 'An event that is for nobody in particular counts as everyone’s. Your own calendars always remind you.',
  quiet: 'Quiet hours',
  quietHint:
    'A reminder from these hours comes when they end, unless its event has begun by then. The hours are the household’s.',
  from: 'From',
  until: 'Until',
  different: 'Please choose two different times.',
  morning: 'Morning message',
  morningHint: 'What is on today, once a day. None comes on a day with nothing on.',
  at: 'At',
  language: 'Language of messages',
  saved: 'Saved.',
}
