import type { recurrence as english } from '../en/recurrence'

const ORDINALS = ['ersten', 'zweiten', 'dritten', 'vierten', 'fünften']
const ordinal = (nth: number) => ORDINALS[nth - 1] ?? 'letzten'

const times = (one: string, several: string) => (count: number) => (count === 1 ? one : `Alle ${count} ${several}`)

export const recurrence: typeof english = {
  ownRule: 'Eigene Regel…',
  every: {
    daily: times('Jeden Tag', 'Tage'),
    weekly: times('Jede Woche', 'Wochen'),
    monthly: times('Jeden Monat', 'Monate'),
    yearly: times('Jedes Jahr', 'Jahre'),
  },
  onWeekdays: (names) => `am ${names}`,
  fromMondayToFriday: 'von Montag bis Freitag',
  onMonthDay: (day) => `am ${day}.`,
  onDate: (date) => `am ${date}`,
  onLastDay: 'am letzten Tag',
  nth: (nth, weekday) => `am ${ordinal(nth)} ${weekday}`,
  onNth: (days) => days,
  ofMonth: (month) => `im ${month}`,
  until: (date) => ` bis zum ${date}`,
  count: (count) => (count === 1 ? ', einmal' : `, ${count}-mal`),
  first: (day) => `Zum ersten Mal am ${day}.`,
  monthsLeftOut: 'Monate ohne diesen Tag fallen aus.',
  yearsLeftOut: 'Jahre ohne diesen Tag fallen aus.',

  custom: (bound) => `Wiederholt sich nach einer Regel aus einem anderen Kalender${bound}; sie bleibt, wie sie ist`,
  replace: 'Regel ersetzen',
  interval: 'Alle',
  intervalProblem: 'Eine Zahl von 1 bis 999',
  unit: 'Einheit',
  units: (count) => {
    const isOne = count === 1
    return {
      daily: isOne ? 'Tag' : 'Tage',
      weekly: isOne ? 'Woche' : 'Wochen',
      monthly: isOne ? 'Monat' : 'Monate',
      yearly: isOne ? 'Jahr' : 'Jahre',
    }
  },
  weekdays: 'Wochentage',
  day: 'Tag',
}
