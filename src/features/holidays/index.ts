import { Elysia } from 'elysia'
import { holidayCountries } from '../../calendar/holidays'
import { preferencesOf } from '../../household/preferences'
import { session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { HOLIDAY_COUNTRIES } from './model'

/** Whose public holidays the service knows. */
export const holidays = (ctx: Context) =>
  new Elysia({ name: 'holidays', prefix: '/api/holidays' }).use(session(ctx)).get(
    '',
    async ({ memberId }) => {
      const { language } = await preferencesOf(ctx.db, memberId)
      return { countries: holidayCountries(language ?? undefined) }
    },
    { detail: answers(200, HOLIDAY_COUNTRIES, 'The countries and regions whose public holidays are known') },
  )
