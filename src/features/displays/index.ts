import { Elysia } from 'elysia'
import type { Context } from '../../platform/context'
import { displayAdministration } from './admin'
import { displayPairing } from './pairing'
import { displayScreen } from './screen'

/** Screens of the household's own. */
export const displays = (ctx: Context) =>
  new Elysia({ name: 'displays' }).use(displayPairing(ctx)).use(displayScreen(ctx)).use(displayAdministration(ctx))
