import type { Place } from './place'

type Screen = 'month' | 'week' | 'day' | 'agenda' | 'today' | 'wall'

/** Who does what, on some screens, in a household that is called so; `layout.test.ts` sees whether it can be read. */
export function whoDoesWhat(household: string, seen: RegExp, screens: readonly Screen[]): Place[] {
  const view = (name: Screen): Place => ({
    name: `${household}-${name}`,
    path: `/?view=${name}`,
    open: (page) =>
      page.getByRole('main').getByRole('button', { name: seen }).or(page.locator('.dots i:visible')).first().waitFor(),
  })
  const today: Place = {
    name: `${household}-today`,
    path: '/?view=month&date=2027-03-10',
    sizes: ['laptop'],
    open: (page, { common }) =>
      page.getByRole('region', { name: common.today, exact: true }).getByText(seen).first().waitFor(),
  }
  const wall: Place = {
    name: `${household}-wall`,
    path: '/wall',
    sizes: ['phone', 'portrait', 'tablet'],
    open: (page) => page.locator('.wall-main').getByText(seen).first().waitFor(),
  }
  return screens.map((name) => ({ today, wall })[name as 'today' | 'wall'] ?? view(name))
}
