import { beforeAll, beforeEach, expect, test } from 'bun:test'
import { removeMember } from '../../../src/household/remove-member'
import { addLocalMember } from '../../../src/identity/local/accounts'
import type { Announcement } from '../../../src/platform/hub'
import { listenTo } from '../../support/announcements'
import { ask, cookieFor, seatedCast } from '../../support/cast'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'
import { secret } from '../../support/secrets'
import { shopping } from './shopping'

const household = opened(openHousehold)
const cast = seatedCast(household)
let shop: ReturnType<typeof shopping>
let heard: Announcement[] = []
beforeAll(async () => {
  shop = shopping(household)
  await listenTo(household.ctx, (announcement) => heard.push(announcement))
})
beforeEach(() => {
  heard = []
})

const everybody = () => [cast.ada.id, cast.ben.id, cast.cleo.id]
const announced = (type: string, listId: number, payload: object, readers: number[]) => ({
  topic: 'list' as const,
  type,
  listId,
  payload,
  readers,
})

/** What was heard since the last look. */
function news(): unknown[] {
  const news = heard
  heard = []
  return news
}

test('what happens to a list', async () => {
  const { id } = await shop.create(cast.ada, { name: 'Presents', isShared: false })
  expect(news()).toEqual([announced('list:updated', id, { id, name: 'Presents' }, [cast.ada.id])])
  await shop.setShared(cast.ada, id, true)
  expect(news()).toEqual([announced('list:updated', id, { id, name: 'Presents' }, everybody())])
  await ask(household, cast.ben, `PATCH /api/lists/${id}`, { name: 'Gifts' })
  expect(news()).toEqual([announced('list:updated', id, { id, name: 'Gifts' }, everybody())])
  await shop.setShared(cast.ada, id, false)
  expect(news()).toEqual([
    announced('list:updated', id, { id, name: 'Gifts' }, [cast.ada.id]),
    announced('list:deleted', id, { id }, [cast.ben.id, cast.cleo.id]),
  ])
  await ask(household, cast.ada, `DELETE /api/lists/${id}`)
  expect(news()).toEqual([announced('list:deleted', id, { id }, [cast.ada.id])])
})

test('the end of a shared list, to all who could read it', async () => {
  const { id } = await shop.create(cast.ada)
  news()
  await ask(household, cast.ada, `DELETE /api/lists/${id}`)
  expect(news()).toEqual([announced('list:deleted', id, { id }, everybody())])
})

test('the end of the lists of a member who leaves', async () => {
  const { ctx } = household
  const dana = { displayName: 'Dana', username: 'dana', password: secret('the password of Dana') }
  const id = await addLocalMember(ctx, dana)
  const list = await shop.create({ id, name: 'Dana', cookie: await cookieFor(ctx, id) })
  news()
  await removeMember(ctx, id)
  expect(news()).toContainEqual(announced('list:deleted', list.id, { id: list.id }, everybody()))
})

test('what happens to items', async () => {
  const { id: listId } = await shop.create(cast.ben)
  const readers = [cast.ben.id, cast.ada.id, cast.cleo.id]
  const clientId = crypto.randomUUID()
  news()
  const { id } = await shop.add(cast.ada, listId, 'Milk')
  expect(news()).toEqual([announced('item:added', listId, { id, listId, text: 'Milk' }, readers)])
  for (const change of [{ text: 'Tea' }, { position: 'b00' }, { checked: false }, { checked: true }]) {
    await shop.change(cast.cleo, id, change)
    expect(news()).toEqual([announced('item:updated', listId, { id, listId }, readers)])
  }
  const { body } = await ask(household, cast.ada, `POST /api/lists/${listId}/items`, { text: 'Eggs', clientId })
  expect(news()).toEqual([announced('item:added', listId, { id: body.id, listId, text: 'Eggs', clientId }, readers)])
  await shop.change(cast.ada, body.id as number, { checked: true })
  news()
  await ask(household, cast.ada, `DELETE /api/lists/${listId}/items?checked=true`)
  expect(news()).toEqual([
    announced('item:deleted', listId, { id: body.id }, readers),
    announced('item:deleted', listId, { id }, readers),
  ])
  const tea = await shop.add(cast.ada, listId, 'Tea')
  news()
  await shop.remove(cast.ben, tea.id)
  expect(news()).toEqual([announced('item:deleted', listId, { id: tea.id }, readers)])
})

test('what is refused is not announced', async () => {
  const { id } = await shop.create(cast.ada, { isShared: false })
  news()
  await ask(household, cast.ben, `PATCH /api/lists/${id}`, { name: 'Mine' })
  await ask(household, cast.ben, `DELETE /api/lists/${id}`)
  await ask(household, cast.ben, `POST /api/lists/${id}/items`, { text: 'x' })
  await ask(household, cast.ada, `POST /api/lists/${id}/items`, { text: '' })
  expect(news()).toEqual([])
})
