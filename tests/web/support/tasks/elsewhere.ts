import { fetchDue } from '../../../../src/calendar/feeds/fetch-due'
import { answerWith, feedEvent, feedOf } from '../../../support/feed-server'
import type { Hands } from './hands'
import type { Task } from './task'

const SCHOOL = feedOf(
  [feedEvent({ title: 'Parents’ evening', start: ':20261121T150000Z' })],
  'X-WR-CALNAME:Forest school',
)

const goElsewhere = async ({ tap, page }: Hands) => {
  await tap(page.getByRole('link', { name: 'Account', exact: true }).filter({ visible: true }).first())
  await tap(page.getByRole('link', { name: 'From elsewhere and to elsewhere' }))
}

export const ELSEWHERE_TASKS: readonly Task[] = [
  {
    number: 12,
    name: 'Subscribe to the school’s calendar',
    on: 'phone',
    most: { taps: 4, texts: 1 },
    async before({ home: { ctx }, feeds }) {
      ctx.signals.subscriptions = () => void fetchDue(ctx)
      feeds.at('school.ics', answerWith(SCHOOL))
    },
    async work(hands, { feeds }) {
      const { page, tap, type } = hands
      await goElsewhere(hands)
      await tap(page.getByRole('textbox', { name: 'Link to a calendar' }))
      await type(`${feeds.url}school.ics`)
      await page.getByText('Forest school').waitFor()
      await tap(page.getByRole('button', { name: 'Subscribe' }))
      await page.getByText('read just now').waitFor()
    },
  },
  {
    number: 13,
    name: 'Show public holidays',
    on: 'laptop',
    most: { taps: 3 },
    async work(hands) {
      await goElsewhere(hands)
      await hands.tap(hands.page.getByRole('switch', { name: 'Public holidays: Germany' }))
      await hands.page.getByRole('switch', { name: 'Public holidays: Germany', checked: true }).waitFor()
    },
  },
]
