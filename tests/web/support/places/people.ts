import { type Place, press, seeDialog, type Texts } from './place'

const openMenu = (page: Parameters<Place['open']>[0], { people }: Texts) => press(page, people.actionsFor('Cleo'))

export const PEOPLE: Place[] = [
  {
    name: 'people',
    path: '/people',
    open: (page, { people }) => page.getByRole('button', { name: people.actionsFor('Cleo') }).waitFor(),
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
      await seeDialog(page, texts.people.editTitle('Cleo'))
    },
  },
]
