import type { Page } from 'playwright-core'

/**
 * The page's live streams are never answered. A stream that opens asks again for what is on screen, seconds after the
 * page has: an answer that is refused on purpose would be asked for again by nobody who presses anything.
 */
export const withoutStreams = (page: Page): Promise<unknown> => page.route(/\/api\/sse\//, () => {})
