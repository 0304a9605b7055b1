import { beforeAll, expect, test } from 'bun:test'
import type { Item } from '../../src/features/lists/model'
import type { Person } from '../../src/features/people/model'
import { ask } from '../support/cast'
import { accessibilityProblems } from './support/axe'
import { picture } from './support/browser'
import { NOW, setClock } from './support/calendars'
import { setStage } from './support/stage'
import { until } from './support/until'

const stage = setStage({ at: NOW, env: { TZ: 'Europe/Berlin' } })

const say = async <T extends { id: number }>(request: string, body?: object): Promise<T> => {
  const answer = await ask<T>(stage.home, stage.home.cast.ada, request, body)
  if (answer.status >= 300) throw new Error(`${request}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}
const itemsOf = async (id: number) =>
  (await ask<{ items: Item[] }>(stage.home, stage.home.cast.ada, `GET /api/lists/${id}/items`)).body.items

/** Two children who never sign in. */
let [leo, mia] = [0, 0]
beforeAll(async () => {
  const child = async (name: string) => (await say<Person>('POST /api/people', { name })).id
  ;[leo, mia] = [await child('Leo'), await child('Mia')]
})

const makeChores = async () => (await say('POST /api/lists', { name: 'House', kind: 'chores' })).id

async function openAt(path: string, size: 'phone' | 'laptop') {
  const { page } = await stage.open({ size })
  await setClock(page)
  await page.goto(stage.home.url + path)
  return page
}

test('a chore is given to children, who take turns with a member, and is counted for them', async () => {
  const id = await makeChores()
  const page = await openAt(`/lists/${id}`, 'phone')
  const line = page.getByRole('textbox', { name: 'Add an item' })
  await line.fill('Feed the cat every day, Leo')
  await page.getByText('every day · Leo').waitFor()
  await line.press('Enter')
  const row = page.getByRole('listitem').filter({ hasText: 'Feed the cat' })
  await row.getByText('Leo', { exact: true }).waitFor({ state: 'attached' })

  await row.getByRole('button', { name: 'Edit Feed the cat' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Edit / })
  const face = (name: string) => dialog.getByRole('checkbox', { name, exact: true })
  expect(await face('Leo').isChecked()).toBe(true)
  await face('Ben').click()
  await face('Mia').click()
  await dialog.getByRole('switch', { name: 'Take turns' }).click()
  await dialog.getByRole('combobox', { name: 'Whose turn it is now' }).selectOption({ label: 'Mia, then Leo, Ben' })
  await picture(page, 'chore-of-persons-phone')
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row.getByText('In turn, now: Mia, Leo, Ben').waitFor({ state: 'attached' })

  await row.getByRole('checkbox', { name: 'Feed the cat' }).click()
  await page.getByText('Next: Leo').waitFor()
  const { people } = (await ask<{ people: Person[] }>(stage.home, stage.home.cast.ada, 'GET /api/people')).body
  const bens = people.find(({ memberId }) => memberId === stage.home.cast.ben.id)!.id
  await until(
    'the next one',
    () => itemsOf(id),
    (all) => all.some(({ checked, personIds }) => !checked && personIds?.join() === [leo, bens, mia].join()),
  )
  await page.getByRole('button', { name: 'Who did what' }).click()
  const history = page.getByRole('dialog', { name: 'Who did what' })
  await history.getByText('Mia: once').waitFor()
  expect(await history.getByRole('listitem').allInnerTexts()).toEqual(['M\nMia: once'])
})

test('a member alone again is a member, and nobody is nobody', async () => {
  const id = await makeChores()
  const { id: itemId } = await say(`POST /api/lists/${id}/items`, { text: 'Desk', personIds: [leo] })
  const stored = async () => (await itemsOf(id)).find((item) => item.id === itemId)
  const page = await openAt(`/lists/${id}`, 'laptop')
  const row = page.getByRole('listitem').filter({ hasText: 'Desk' })
  const toggle = async (...names: string[]) => {
    await row.getByRole('button', { name: 'Edit Desk' }).click()
    const dialog = page.getByRole('dialog', { name: /^Edit / })
    for (const name of names) await dialog.getByRole('checkbox', { name, exact: true }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await toggle('Leo', 'Ben')
  await until('it is Ben’s', stored, (item) => item?.assigneeIds?.join() === String(stage.home.cast.ben.id))
  expect(await stored()).not.toHaveProperty('personIds')
  await toggle('Ben')
  await until('it is nobody’s', stored, (item) => item?.assigneeIds === undefined)
  await toggle('Leo')
  await until('it is Leo’s', stored, (item) => item?.personIds?.join() === String(leo))
})

test('it stands among what the child does that day, and on nobody else’s', async () => {
  const id = await makeChores()
  await say(`POST /api/lists/${id}/items`, { text: 'Shoes', due: NOW.slice(0, 10), personIds: [leo] })
  const page = await openAt('/wall', 'laptop')
  const column = (name: string) => page.getByRole('region', { name, exact: true })
  await column('Leo').getByRole('checkbox', { name: 'Shoes' }).waitFor()
  expect(await page.getByRole('checkbox', { name: 'Shoes' }).count()).toBe(1)
})
