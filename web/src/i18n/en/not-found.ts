/** Words of the page for addresses that lead nowhere. */
export const notFound = {
  title: 'There is nothing here',
  body: 'This page does not exist, or no longer does.',
  home: 'To the calendar',
}
