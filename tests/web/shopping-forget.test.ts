import { expect, test } from 'bun:test'
import { hold } from './support/hold'
import { makeShoppingList, openTextsOf, suggestedOn, textsOf } from './support/lists'
import { setStage } from './support/stage'
import { holdUndo, leave } from './support/undo'
import { until } from './support/until'

/** A household that remembers nothing of other stories. */
const stage = setStage()

test('a finger that stays forgets one; everything is forgotten by the menu, asked for twice, and can be taken back', async () => {
  const bought = ['Eggs', 'Tomatoes', 'Butter'].map((text) => ({ text, isDone: true }))
  const id = await makeShoppingList(stage.home, 'Remembered', ...bought)
  const { page } = await stage.open({ size: 'phone', path: `/lists/${id}` })
  const recent = page.getByRole('listbox', { name: 'Bought lately' })
  await recent.getByRole('option', { name: 'Tomatoes' }).waitFor()
  await holdUndo(page)
  await hold(recent.getByRole('option', { name: 'Tomatoes' }), recent.locator('.held'))
  await recent.getByRole('option', { name: 'Tomatoes' }).waitFor({ state: 'detached' })
  // It is neither added, nor is the next one, which has moved below the finger.
  expect(await openTextsOf(stage.home, id)).toEqual([])
  expect((await recent.getByRole('option').allInnerTexts()).toSorted()).toEqual(['Butter', 'Eggs'])
  await page.getByRole('button', { name: 'Undo' }).tap()
  await recent.getByRole('option', { name: 'Tomatoes' }).waitFor()

  const forgetAll = async (answer: string) => {
    await page.getByRole('button', { name: 'More' }).tap()
    await page.getByRole('menuitem', { name: 'Forget what was bought' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Forget everything that was bought?' })
    await dialog.getByRole('button', { name: answer, exact: true }).tap()
    await dialog.waitFor({ state: 'detached' })
  }
  await forgetAll('Cancel')
  expect(await recent.getByRole('option').count()).toBe(3)
  await forgetAll('Forget')
  await recent.getByRole('option').first().waitFor({ state: 'detached' })
  await page.getByText('What you buy will appear here, one tap away.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).tap()
  await recent.getByRole('option', { name: 'Butter' }).waitFor()
  expect((await suggestedOn(stage.home, id)).toSorted()).toEqual(['Butter', 'Eggs', 'Tomatoes'])

  await forgetAll('Forget')
  await recent.getByRole('option').first().waitFor({ state: 'detached' })
  await leave(page)
  await until(
    'the household has forgotten it, and the list is as it was',
    () => suggestedOn(stage.home, id),
    (texts) => texts.length === 0,
  )
  expect((await textsOf(stage.home, id)).toSorted()).toEqual(['Butter', 'Eggs', 'Tomatoes'])
})
