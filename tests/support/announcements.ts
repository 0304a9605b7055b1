import { beforeAll, beforeEach } from 'bun:test'
import type { Announcement } from '../../src/platform/hub'
import type { Household } from './household'

/** What the household of a file announces, from the beginning of each test on. */
export function heardFrom(household: Pick<Household, 'ctx'>): Announcement[] {
  const heard: Announcement[] = []
  beforeAll(() => {
    household.ctx.hub.subscribe((announcement) => heard.push(announcement))
  })
  beforeEach(() => {
    heard.length = 0
  })
  return heard
}
