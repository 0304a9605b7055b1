import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { accessibilityProblems } from './axe'
import { picture, type Size } from './browser'
import { smallTargets } from './targets'

/** Every size and theme that screens are looked at in. */
export const LOOKS = (['phone', 'laptop'] as const).flatMap((size) =>
  (['light', 'dark'] as const).map((theme) => ({ size, theme })),
)

/** Takes a picture and expects that everybody can use what is on it: by axe's rules and, on a phone, with a thumb. */
export async function expectUsable(page: Page, name: string, { size, theme }: { size: Size; theme: string }) {
  await picture(page, `${name}-${size}-${theme}`)
  expect(await accessibilityProblems(page)).toEqual([])
  if (size === 'phone') expect(await smallTargets(page)).toEqual([])
}
