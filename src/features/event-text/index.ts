import { Elysia } from 'elysia'
import { session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { PARSED_EVENT, SentenceBody } from './model'
import { dayNumberOf, readSurroundings } from './surroundings'

/** Sentences that become event forms; nothing is written. */
export const eventText = (ctx: Context) =>
  new Elysia({ name: 'event-text', prefix: '/api/events' }).use(session(ctx)).post(
    '/parse',
    async ({ memberId, body: { text, day, language = 'en', isMonthFirst } }) => {
      const looked = dayNumberOf(day)
      // It is loaded by the first who asks: a start does not wait for it.
      const { parseEventText } = await import('../../calendar/text')
      const known = await readSurroundings(ctx, memberId)
      const order = { isMonthFirst: isMonthFirst ?? known.isMonthFirst }
      return parseEventText(text, { ...known, ...order, day: looked, language })
    },
    {
      body: SentenceBody,
      detail: answers(200, PARSED_EVENT, 'A sentence as an event form: what it says of when, where and whom', 400),
    },
  )
