import type { Page } from 'playwright-core'

/** Copies a text as another application would, and pastes it where the focus is. */
export async function paste(page: Page, text: string) {
  await page.evaluate((copied) => {
    document.addEventListener(
      'copy',
      (event) => {
        event.clipboardData?.setData('text/plain', copied)
        event.preventDefault()
      },
      { once: true },
    )
    document.execCommand('copy')
  }, text)
  await page.keyboard.press('Control+V')
}
