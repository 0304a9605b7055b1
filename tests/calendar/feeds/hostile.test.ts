import { describe, expect, test } from 'bun:test'
import { growthOf } from '../../support/bomb'
import { answerWith } from '../../support/feed-server'
import { GOOD, HOSTILE_ANSWERS, KEPT } from './hostile'
import { FeedStory, HOUR_MS } from './story'

const story = new FeedStory()
story.open()

/** An answer of 20 MB, as bytes and as text, and what the server in this process makes of it. */
const MAX_MB = 300
/** For what never ends. */
const SOON_MS = 200

describe('whatever a feed answers, no event is lost, and it says why', () => {
  test.each(HOSTILE_ANSWERS.map((answer, index) => ({ ...answer, index })))(
    '$name',
    async ({ script, reason, titles = [KEPT], isLarge, index }) => {
      const subscription = await story.subscribe(story.feeds.at(`feed-${index}`, answerWith(GOOD)))
      const before = await story.fetch(subscription)
      expect(before.reason).toBeNull()
      story.feeds.at(`feed-${index}`, script)
      const options = reason === 'timeout' ? { timeoutMs: SOON_MS } : {}
      let after = before
      const fetchIt = async () => {
        after = await story.fetch(subscription, options)
      }
      if (isLarge) expect(await growthOf(fetchIt)).toBeLessThan(MAX_MB)
      else await fetchIt()
      expect({ reason: after.reason, titles: await story.titles(after) }).toEqual({ reason, titles: [...titles] })
      expect(after.lastGoodAt).toEqual((reason === null ? after : before).lastTriedAt)
      expect(after.nextFetchAt.getTime() - after.lastTriedAt!.getTime()).toBeGreaterThanOrEqual(HOUR_MS)
    },
  )
})
