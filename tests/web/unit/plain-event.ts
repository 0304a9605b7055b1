/** What an event says that has nothing but a title and times. */
export const PLAIN = {
  location: '',
  description: '',
  recurrence: 'none',
  calendarUrl: 'https://dav.example/ada/',
  reminderLeadMinutes: null,
  reminderIsCustom: false,
} as const
