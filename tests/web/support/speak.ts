import type { Page } from 'playwright-core'

/**
 * As when another window of the device chooses a language; `memberId`: who is signed in, null: nobody. A page that the
 * service has not told who is there does as nobody wants.
 */
export async function speak(page: Page, memberId: number | null, language: 'en' | 'de'): Promise<void> {
  await page.evaluate(
    ([chosen, member]) => {
      for (const key of [`preferences-${member}`, 'preferences-null']) {
        localStorage.setItem(key, JSON.stringify({ device: { language: chosen } }))
        dispatchEvent(new StorageEvent('storage', { key }))
      }
    },
    [language, memberId] as const,
  )
  await page.waitForFunction((chosen) => document.documentElement.lang === chosen, language)
}
