import { describe, expect, test } from 'bun:test'
import { accessibilityProblems } from './support/axe'
import { picture, type Size } from './support/browser'
import { check, itemsOf, makeList } from './support/lists'
import { setStage } from './support/stage'

const stage = setStage()

const SIZES: Size[] = ['phone', 'tablet', 'laptop']
const LOOKS = SIZES.flatMap((size) => (['light', 'dark'] as const).map((theme) => ({ size, theme })))

let furnished: Promise<number> | null = null

/** A household that has been lived in; returns its groceries. */
function furnish(): Promise<number> {
  furnished ??= (async () => {
    const groceries = ['Milk', 'Rye bread', 'Eggs', 'Apples', 'Oat flakes', 'Butter', 'Carrots', 'Tomatoes (two tins)']
    const id = await makeList(stage.home, 'Groceries', ...groceries, 'Dishwasher tabs', 'Coffee')
    for (const item of (await itemsOf(stage.home, id)).slice(6, 9)) await check(stage.home, item)
    await makeList(stage.home, 'Packing for the mountains', 'Tent', 'Stove', 'Maps')
    await makeList(stage.home, 'Birthday ideas for Grandma')
    return id
  })()
  return furnished
}

describe.each(LOOKS)('on a $size, $theme', ({ size, theme }) => {
  const name = (screen: string) => `${screen}-${size}-${theme}`

  test('the sign-in is usable by everyone', async () => {
    const { page } = await stage.open({ as: null, path: '/lists', size, theme })
    await page.getByRole('heading', { name: 'Welcome home' }).waitFor()
    await picture(page, name('sign-in'))
    expect(await accessibilityProblems(page)).toEqual([])
  })

  test('the lists are usable by everyone', async () => {
    await furnish()
    const { page } = await stage.open({ path: '/lists', size, theme })
    await page.getByRole('link', { name: /Groceries/ }).waitFor()
    await picture(page, name('lists'))
    expect(await accessibilityProblems(page)).toEqual([])
  })

  test('a list is usable by everyone, with its menu and its dialogs', async () => {
    const id = await furnish()
    const { page } = await stage.open({ path: `/lists/${id}`, size, theme })
    await page.getByRole('checkbox', { name: 'Milk' }).waitFor()
    await picture(page, name('list'))
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'More' }).click()
    await picture(page, name('list-menu'))
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('menuitem', { name: 'Delete list' }).click()
    await page.getByRole('dialog').waitFor()
    await picture(page, name('list-delete'))
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Shopping mode' }).click()
    await picture(page, name('list-shopping'))
    expect(await accessibilityProblems(page)).toEqual([])
  })

  test('a new list is usable by everyone', async () => {
    const { page } = await stage.open({ path: '/lists?new', size, theme })
    await page.getByRole('dialog', { name: 'New list' }).waitFor()
    await picture(page, name('list-new'))
    expect(await accessibilityProblems(page)).toEqual([])
  })
})
