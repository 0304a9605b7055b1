const events = (count: number) => (count === 1 ? '1 event' : `${count} events`)

/** Words about bringing events in, from a file or from another calendar. */
export const importing = {
  title: 'Bring in a calendar',
  hint: 'A file ending in .ics, as other calendars save it. You can also drop it on your calendar. Nobody is invited and nobody gets a message.',
  choose: 'Choose a file',
  copy: 'Copy a whole calendar',
  copyTitle: 'Copy a whole calendar',
  copyHint:
    'For changing providers: everything in one calendar is written into another one as well. The old one stays as it is.',
  from: 'From',
  into: 'Into which calendar?',
  drop: 'Drop the calendar file here',
  looking: 'Having a look…',
  found: (count: number) => `${events(count)} found`,
  nothing: 'There are no events in it.',
  days: (from: string, to: string) => `From ${from} to ${to}`,
  onDay: (day: string) => `On ${day}`,
  since: (from: string) => `From ${from} on`,
  known: (count: number) =>
    count === 1
      ? '1 is in this calendar already. It stays as it is.'
      : `${count} are in this calendar already. They stay as they are.`,
  allKnown: 'All of them are in this calendar already.',
  skipped: (count: number) =>
    count === 1
      ? '1 entry is not an event and is left out, a task for example.'
      : `${count} entries are not events and are left out, tasks for example.`,
  action: 'Bring in',
  bring: (count: number) => `Bring in ${events(count)}`,
  copyAction: (count: number) => `Copy ${events(count)}`,
  running: 'Events are being brought in',
  progress: (done: number, total: number) => `${done} of ${total}`,
  oneByOne: 'What you have chosen can follow once this is done.',
  goesOn: 'You can close this or leave the page: it goes on by itself.',
  noConnection:
    'There is no connection just now. It goes on all the same; how far it has come shows when the connection is back.',
  stop: 'Stop',
  finished: 'All done',
  stopped: 'Stopped',
  gone: 'Nothing is known of this any more. What was brought in is in the calendar.',
  broken: 'This calendar cannot be written to any more.',
  done: (count: number) =>
    count === 0 ? 'Nothing new was written.' : `${events(count)} ${count === 1 ? 'is' : 'are'} in the calendar now.`,
  wereKnown: (count: number) => (count === 1 ? '1 was there already.' : `${count} were there already.`),
  failed: (count: number) =>
    count === 1 ? '1 was refused by the calendar’s server.' : `${count} were refused by the calendar’s server.`,
  untitled: 'An event without a title',
  more: (count: number) => `and ${count} more`,
  notWritten: (count: number) => (count === 1 ? '1 was not written.' : `${count} were not written.`),
  close: 'Close',
  noCalendar: 'You have no calendar that can be written to.',
  notACalendar:
    'This file is not a calendar, or not a complete one. Save it again where it comes from; its name ends in .ics.',
  tooLarge: 'This file is larger than 20 MB. Save it in parts, a few years each.',
  unreadable: 'This file cannot be read. Choose it once more; of a folder, choose the files in it.',
  tooMany: 'Several calendars are being brought in already. Please wait until one of them is done.',
  readOnly: 'This calendar cannot be written to.',
}
