/** Words of the screen that asks where shared text goes. */
export const share = {
  title: 'Add to …',
  event: 'A new event',
  lists: 'A list',
  nothing: 'Nothing has come with it.',
  noLists: 'There is no list yet.',
  notLoaded: 'The lists could not be loaded.',
  items: (count: number) => (count === 1 ? '1 item' : `${count} items`),
  added: (items: string, list: string) => `${items} added to “${list}”`,
  cancel: 'Leave it',
}
