/** Words of the calendar area. */
export const calendar = {
  title: 'Calendar',
}
