import type { Static } from 'elysia'
import type { PARSED_EVENT, SentenceBody } from '../../../src/features/event-text/model'
import { request } from './http'

/** What the service understands of a sentence. */
export type ParsedEvent = Static<typeof PARSED_EVENT>

type Sentence = Static<typeof SentenceBody>

/** Reads an event out of a sentence, until nobody waits for it any more. @throws ApiError */
export const parseEvent = (body: Sentence, signal?: AbortSignal): Promise<ParsedEvent> =>
  request<ParsedEvent>('POST', '/api/events/parse', { body, ...(signal && { signal }) })
