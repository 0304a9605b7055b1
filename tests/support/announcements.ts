import { beforeAll, beforeEach } from 'bun:test'
import type { Context } from '../../src/platform/context'
import type { Announcement } from '../../src/platform/hub'
import type { Household } from './household'

/**
 * Hears every announcement from now on, each once; returns what ends that. Who subscribes alone finds at first what is there
 * already: what is committed meanwhile may be among it, and is not told.
 */
export async function listenTo(
  { relay, hub }: Context,
  hear: (announcement: Announcement) => void,
): Promise<() => void> {
  await relay.ready()
  return hub.subscribe(hear)
}

/** What the household of a file announces, from the beginning of each test on. */
export function heardFrom(household: Pick<Household, 'ctx'>): Announcement[] {
  const heard: Announcement[] = []
  beforeAll(() => listenTo(household.ctx, (announcement) => heard.push(announcement)))
  beforeEach(() => {
    heard.length = 0
  })
  return heard
}
