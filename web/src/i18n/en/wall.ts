/** Words of the wall screen. */
export const wall = {
  title: 'Family board',
  now: 'Now',
  next: (time: string) => `Next · ${time}`,
  tomorrow: (time: string) => `Tomorrow · ${time}`,
  noNext: { nothing: 'No more events today.', unknown: 'What is next is not known yet.' },
  runningUntil: (time: string) => `Now, until ${time}`,
  nothing: 'Nothing planned',
  states: { loading: 'Loading', unknown: 'Not loaded' },
  days: 'Days',
  previous: 'Earlier days',
  following: 'Later days',
  noLists: 'No open lists',
  leave: 'Leave the wall',
  pickList: 'List',
}
