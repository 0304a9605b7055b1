/** Words that every part of the client uses. */
export const common = {
  appName: 'Corkboard',
  everyone: 'Everyone',
  someone: 'Someone',
  save: 'Save',
  cancel: 'Cancel',
  close: 'Close',
  edit: 'Edit',
  delete: 'Delete',
  undo: 'Undo',
  tryAgain: 'Try again',
  more: 'More',
  loading: 'Loading…',
  today: 'Today',
  tomorrow: 'Tomorrow',
  yesterday: 'Yesterday',
  allDay: 'All day',
}
