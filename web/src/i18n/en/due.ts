/** Words of what is to be done among the events of a day. */
export const due = {
  list: 'To do',
  late: 'Overdue',
  notLoaded: 'What is to be done could not be loaded.',
  count: (count: number) => `${count} due`,
  more: (count: number) => `+${count} due`,
  done: (text: string) => `“${text}” is done`,
}
