const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth']
const ordinal = (nth: number) => ORDINALS[nth - 1] ?? 'last'

const times = (one: string, several: string) => (count: number) => (count === 1 ? one : `Every ${count} ${several}`)

/** Words about rules. */
export const recurrence = {
  ownRule: 'Custom…',
  every: {
    daily: times('Every day', 'days'),
    weekly: times('Every week', 'weeks'),
    monthly: times('Every month', 'months'),
    yearly: times('Every year', 'years'),
  },
  onWeekdays: (names: string) => `on ${names}`,
  fromMondayToFriday: 'from Monday to Friday',
  onMonthDay: (day: number) => `on day ${day}`,
  onDate: (date: string) => `on ${date}`,
  onLastDay: 'on the last day',
  nth: (nth: number, weekday: string) => `the ${ordinal(nth)} ${weekday}`,
  onNth: (days: string) => `on ${days}`,
  ofMonth: (month: string) => `of ${month}`,
  until: (date: string) => ` until ${date}`,
  count: (count: number) => (count === 1 ? ', once' : `, ${count} times`),
  first: (day: string) => `The first is on ${day}.`,
  monthsLeftOut: 'Months without this day are left out.',
  yearsLeftOut: 'Years without this day are left out.',

  custom: (bound: string) => `Repeats by a rule of another calendar${bound}; it stays as it is`,
  replace: 'Replace the rule',
  interval: 'Every',
  intervalProblem: 'A number from 1 to 999',
  unit: 'Unit',
  units: (count: number) => {
    const isOne = count === 1
    return {
      daily: isOne ? 'day' : 'days',
      weekly: isOne ? 'week' : 'weeks',
      monthly: isOne ? 'month' : 'months',
      yearly: isOne ? 'year' : 'years',
    }
  },
  weekdays: 'Days of the week',
  day: 'Day',
}
