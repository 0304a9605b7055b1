import { useMemo } from 'preact/hooks'
import { useViewsText } from '../../i18n/views'
import type { Range } from '../data'
import type { EventPerson } from '../who'
import { type DueByDay, doersOf, useWhoDoes } from './due-items'
import type { MonthDue } from './month'

/** What is to be done on the days of a range, in few words: the same map as long as it says the same. */
export function useMonthDue({ on }: DueByDay, { first, days }: Range, people: readonly EventPerson[]): MonthDue {
  const { due: texts } = useViewsText()
  const whoDoes = useWhoDoes(people)
  const said = Array.from({ length: days }, (_, index) => first + index).flatMap((day) => {
    const due = on(day)
    if (due.length === 0) return []
    const count = due.length
    const [one] = due
    const each = due.map(({ text, personIds, isLate }) =>
      [text, whoDoes(personIds), isLate ? texts.late : ''].filter((part) => part !== '').join(', '),
    )
    return {
      day,
      count,
      ...(count === 1
        ? { text: one!.text, people: doersOf(one!.personIds, people) }
        : { text: texts.count(count), people: [] }),
      words: `${texts.count(count)}: ${each.join('; ')}`,
    }
  })
  return useMemo(() => new Map(said.map((one) => [one.day, one])), [JSON.stringify(said)])
}
