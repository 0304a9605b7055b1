/** Words of the fields for dates and times. */
export const pickers = {
  year: 'Year',
  type: 'Type it',
  /** How long something takes that ends then. */
  length: (hours: number, minutes: number) =>
    [hours > 0 && `${hours} h`, minutes > 0 && `${minutes} min`].filter(Boolean).join(' '),
  notUnderstood: {
    date: (example: string) => `That is not a date. Try ${example} or “tomorrow”.`,
    time: (example: string) => `That is not a time. Try ${example}.`,
  },
}
