import { EVERY_SIZE, type Place } from './place'

const ANYWHERE = [...EVERY_SIZE, 'portrait'] as const

/** Who does what, in every view, in a household that is called so. */
export const whoDoesWhat = (household: string, seen: RegExp): Place[] => [
  ...(['month', 'week', 'day', 'agenda'] as const).map(
    (view): Place => ({
      name: `${household}-${view}`,
      path: `/?view=${view}`,
      sizes: ANYWHERE,
      open: (page) =>
        page
          .getByRole('main')
          .getByRole('button', { name: seen })
          .or(page.locator('.dots i:visible'))
          .first()
          .waitFor(),
    }),
  ),
  {
    name: `${household}-today`,
    path: '/?view=month&date=2027-03-10',
    sizes: ['laptop', 'tablet'],
    open: (page, { common }) =>
      page.getByRole('region', { name: common.today, exact: true }).getByText(seen).first().waitFor(),
  },
  {
    name: `${household}-wall`,
    path: '/wall',
    sizes: ['tablet', 'portrait', 'phone'],
    open: (page) => page.locator('.wall-main').getByText(seen).first().waitFor(),
  },
]
