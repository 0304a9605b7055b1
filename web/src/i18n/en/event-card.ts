/** Words of an event's card. */
export const eventCard = {
  copy: 'Copy',
  move: 'Move',
  dayAfter: 'the day after',
  weekLater: 'a week later',
  moveTo: (title: string) => `Move “${title}” to which day?`,
  copyTo: (title: string) => `Copy “${title}” to which day?`,
  copyAndEdit: 'Change something first…',
  partlyCopied: 'Only what is shown here is copied: there is no connection for the rest.',
  copied: (title: string, day: string) => `“${title}” also on ${day}`,
  map: 'Show on a map',
  join: (service: string) => `Join with ${service}`,
  days: (count: number) => `${count} days`,
  dayOf: (day: number, count: number) => `today is day ${day} of ${count}`,
  missing: {
    loading: 'Looking for notes…',
    unreachable: 'Notes and everything else can be read when there is a connection again.',
    refused: 'There may be notes; they could not be loaded.',
    pending: 'An earlier change is still on its way. Then notes and everything else can be read here.',
  },
}
