/** Words of the frame around every screen. */
export const shell = {
  skip: 'Skip to content',
  main: 'Main',
  calendar: 'Calendar',
  lists: 'Lists',
  wall: 'Wall',
  account: 'Account',
  elsewhere: 'Calendars from elsewhere',
  admin: 'Household',
  welcome: 'First steps',
  newEvent: 'New event',
  newList: 'New list',
  newItem: 'New item',
  offline: 'No connection',
  offlineWith: (count: number) => `No connection · ${count} to send`,
  saving: (count: number) => `Saving ${count}`,
  crash: {
    title: 'Something went wrong here',
    body: 'Nothing you saved is lost. Loading this page again usually helps.',
    reload: 'Load again',
  },
  unreachable: {
    title: 'No connection to Corkboard',
    body: 'It cannot be reached just now. It will be tried again by itself.',
  },
}
