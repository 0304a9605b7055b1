import { expect, test } from 'bun:test'
import { ask } from '../../support/cast'
import { isLook, listenToStatements } from '../../support/statements'
import { Basket } from './basket'

const basket = new Basket().open()

/** The session, begin, the list's lock, the list and what is asked with it, the write, the announcement, commit. */
const LEAST = 7

test.each<[string, string, object, number]>([
  ['a text is changed', 'PATCH', { text: 'Tea' }, LEAST],
  ['an item is placed', 'PATCH', { position: 'a5' }, LEAST],
  ['an item is ticked', 'PATCH', { checked: true }, LEAST],
  ['a tick is taken away: where does the list end?', 'PATCH', { checked: false }, LEAST + 1],
  ['an item is added: where does the list end?', 'POST', { text: 'Eggs' }, LEAST + 1],
  ['a line is added: what is known is asked with the list', 'POST', { text: 'Eggs', parse: true }, LEAST],
  ['a line joins an item', 'POST', { text: '2 milk', parse: true }, LEAST],
])('%s, in as few statements as that takes', async (_, method, body, expected) => {
  const { ada } = basket.cast
  const { household, listId } = basket
  await ask(household, ada, `PATCH /api/lists/${listId}`, { kind: 'shopping' })
  const item = await ask<{ id: number }>(household, ada, `POST /api/lists/${listId}/items`, {
    text: 'Milk',
    parse: true,
  })
  const path = method === 'POST' ? `/api/lists/${listId}/items` : `/api/list-items/${item.body.id}`
  const heard = listenToStatements(household.ctx)
  await ask(household, ada, `${method} ${path}`, body)
  expect(heard.filter((statement) => !isLook(statement))).toHaveLength(expected)
})
