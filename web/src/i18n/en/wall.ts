/** Words of the wall screen. */
export const wall = {
  title: 'Family board',
  now: 'Now',
  next: (time: string) => `Next · ${time}`,
  noNext: { nothing: 'Nothing more today. Enjoy it.', unknown: 'What is next could not be loaded.' },
  runningUntil: (time: string) => `Now, until ${time}`,
  earlier: (count: number) => `${count} earlier today`,
  nothing: 'Nothing planned',
  notLoaded: 'Not loaded',
  days: 'Days',
  people: 'People',
  previous: 'Earlier days',
  following: 'Later days',
  noLists: 'No open lists',
  leave: 'Leave the wall',
  pickList: 'List',
}
