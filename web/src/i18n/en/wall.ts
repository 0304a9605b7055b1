/** Words of the wall screen. */
export const wall = {
  title: 'Family board',
  now: 'Now',
  next: (time: string) => `Next · ${time}`,
  nothingNext: 'Nothing more today. Enjoy it.',
  runningUntil: (time: string) => `Now, until ${time}`,
  earlier: (count: number) => `${count} earlier today`,
  nothing: 'Nothing planned',
  days: 'Days',
  people: 'People',
  previous: 'Earlier days',
  following: 'Later days',
  noLists: 'No open lists',
  leave: 'Leave the wall',
  asOf: (time: string) => `As of ${time}`,
  pickList: 'List',
}
