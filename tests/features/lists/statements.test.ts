import { expect, test } from 'bun:test'
import { ask } from '../../support/cast'
import { isLook, listenToStatements } from '../../support/statements'
import { Basket } from './basket'

const basket = new Basket().open()

/** The session, begin, the list's lock, the list and what is asked with it, the write, the announcement, commit. */
const LEAST = 7

/** What is done to a list, and the lines that were added right before. */
test.each<[string, string, object, number, string[]?]>([
  ['a text is changed', 'PATCH', { text: 'Tea' }, LEAST],
  ['an item is placed', 'PATCH', { position: 'a5' }, LEAST],
  ['an item is ticked', 'PATCH', { checked: true }, LEAST],
  ['a tick is taken away: where does the list end?', 'PATCH', { checked: false }, LEAST + 1],
  ['an item is added: where does the list end?', 'POST', { text: 'Eggs' }, LEAST + 1],
  ['a line is added: what is known is asked with the list', 'POST', { text: 'Eggs', parse: true }, LEAST],
  ['a line joins an item', 'POST', { text: '2 milk', parse: true }, LEAST],
  ['the second line in a row: what is open?', 'POST', { text: 'Eggs', parse: true }, LEAST + 1, ['Tea']],
  ['the next line', 'POST', { text: 'Eggs', parse: true }, LEAST, ['Tea', 'Flour']],
  ['the next line joins an item', 'POST', { text: '2 milk', parse: true }, LEAST, ['Tea', 'Flour']],
])('%s, in as few statements as that takes', async (_, method, body, expected, linesBefore = []) => {
  const { ada } = basket.cast
  const { household, listId } = basket
  await ask(household, ada, `PATCH /api/lists/${listId}`, { kind: 'shopping' })
  const items = `/api/lists/${listId}/items`
  const item = await ask<{ id: number }>(household, ada, `POST ${items}`, { text: 'Milk', parse: true })
  // Ends the row.
  await ask(household, ada, `PATCH /api/lists/${listId}`, { name: 'Shop' })
  for (const text of linesBefore) await ask(household, ada, `POST ${items}`, { text, parse: true })
  const path = method === 'POST' ? items : `/api/list-items/${item.body.id}`
  const heard = listenToStatements(household.ctx)
  await ask(household, ada, `${method} ${path}`, body)
  expect(heard.filter((statement) => !isLook(statement))).toHaveLength(expected)
})
