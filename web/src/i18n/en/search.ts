/** Words of the search. */
export const search = {
  hint: 'Title, place, notes or person',
  searching: 'Searching…',
  found: (count: number) => (count === 1 ? '1 event' : `${count} events`),
  foundMore: (count: number) => `The first ${count} events`,
  nothing: 'Nothing found',
  away: 'Corkboard can’t be reached.',
  onDevice: 'Only this device was searched, without notes:',
  nothingOnDevice: 'Nothing found in these days',
  coming: 'Coming up',
  over: 'Earlier',
  more: 'Show more',
  notMore: 'More could not be loaded.',
}
