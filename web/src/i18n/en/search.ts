/** Words of the search. */
export const search = {
  hint: 'Title, place or person',
  found: (count: number) => (count === 1 ? '1 event' : `${count} events`),
  nothing: 'Nothing found in these days',
  searched: (days: string) => `Searched on this device: ${days}`,
  notNotes: 'Notes are not searched.',
  earlier: 'Earlier',
  until: (month: string) => `Search until ${month}`,
  backTo: (month: string) => `Search back to ${month}`,
  notLoaded: 'These days could not be loaded.',
  more: 'Show more',
}
