import { type Answer, ask, type Cast, type Member } from '../../support/cast'
import type { Occurrence } from '../../support/diary'
import type { Household } from '../../support/household'

export interface Created {
  id: number
  name: string | null
  calendars: number[]
  lists: number[]
  detail: string
  reminders: boolean
  createdAt: string
  lastUsedAt: string | null
  token: string
  url: string
}

/** What members do with feeds, and who reads them. */
export const feedStory = (household: Pick<Household, 'app'>) => ({
  create: (who: Member, body: object, headers: Record<string, string> = {}) =>
    ask<Created>(household, who, 'POST /api/feeds', body, headers),
  listed: async (who: Member) => (await ask<{ feeds: Created[] }>(household, who, 'GET /api/feeds')).body.feeds,
  /** Reads a feed as anybody who has its address does. */
  read: <T = string>(file: string, headers: Record<string, string> = {}): Promise<Answer<T>> =>
    ask<T>(household, null, `GET /api/feeds/${file}`, undefined, headers),
  /** The occurrences on a member's screen, as `start/end title`. */
  shown: async (who: Member, start: string, end: string, query = '') => {
    const path = `GET /api/events?start=${start}&end=${end}${query}`
    const { body } = await ask<{ occurrences: Occurrence[] }>(household, who, path)
    return body.occurrences.map(spanOf).sort()
  },
})

const spanOf = ({ start, end, title }: Occurrence) => `${plain(start)}/${plain(end)} ${title}`
const plain = (moment: string) => moment.replace('.000Z', 'Z')

export type { Cast }
