import { Elysia } from 'elysia'
import { getSetting, SETTING, setSetting } from '../../household/settings'
import { admin } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { OK } from '../../platform/http-schema'
import { COUNTRY, CountryBody } from './model'

/** The country the household lives in. */
export const countryRoutes = (ctx: Context) =>
  new Elysia()
    .use(admin(ctx))
    .get('/config/country', async () => ({ country: await getSetting(ctx, SETTING.country) }), {
      detail: answers(200, COUNTRY, 'Where the household lives'),
    })
    .put(
      '/config/country',
      async ({ body }) => {
        await setSetting(ctx, SETTING.country, body.country ?? '')
        return { ok: true }
      },
      { body: CountryBody, detail: answers(200, OK, 'Says where the household lives, or takes it back', 400) },
    )
