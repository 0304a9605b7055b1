import type { Page } from 'playwright-core'
import { wholeForm } from '../new-event'
import { type Place, press, seeDialog, type Texts } from './place'

const openMenu = (page: Page, { people }: Texts) => press(page, people.actionsFor('Mia'))

const openEvent = (page: Page, hasText: string) => page.locator('.event-row', { hasText }).first().click()

export const PEOPLE: Place[] = [
  {
    name: 'people',
    path: '/people',
    open: (page, { people }) => page.getByRole('button', { name: people.actionsFor('Mia') }).waitFor(),
  },
  {
    name: 'people-menu',
    path: '/people',
    isOpenedAnew: true,
    async open(page, texts) {
      await openMenu(page, texts)
      await page.getByRole('menuitem').first().waitFor()
    },
  },
  {
    name: 'people-add',
    path: '/people',
    isDialog: true,
    async open(page, { people }) {
      await press(page, people.add)
      await press(page, people.addAction)
      await seeDialog(page, people.addTitle)
    },
  },
  {
    name: 'people-edit',
    path: '/people',
    isDialog: true,
    async open(page, texts) {
      await openMenu(page, texts)
      await page.getByRole('menuitem', { name: texts.common.edit }).click()
      await seeDialog(page, texts.people.editTitle('Mia'))
    },
  },
  {
    name: 'event-for-some',
    path: '/?new',
    isDialog: true,
    async open(page) {
      await wholeForm(page)
      for (const name of ['Mia', 'Tom']) await page.getByRole('dialog').getByRole('checkbox', { name }).check()
    },
  },
  {
    name: 'event-of-somebody',
    path: '/?view=agenda',
    isDialog: true,
    async open(page, { eventForm }) {
      await openEvent(page, 'Late shift')
      await page.getByText(eventForm.read.whose('Ben', 'Ben')).waitFor()
    },
  },
  {
    name: 'event-busy',
    path: '/?view=agenda',
    isDialog: true,
    async open(page, { calendar, eventForm }) {
      await openEvent(page, calendar.busyTitle)
      await page.getByText(eventForm.read.busy('Ben')).waitFor()
    },
  },
]
