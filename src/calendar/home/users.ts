import type { HomeSettings } from '../../platform/config'
import type { Context } from '../../platform/context'
import { Refusal, unavailable } from '../../platform/http-errors'
import { describeError } from '../../platform/log'
import { changeUsersFile, readUsersFile } from './users-file'

/** @throws Refusal 422 where the household has no calendar server of its own */
export function homeSettings({ config }: Pick<Context, 'config'>): HomeSettings {
  if (config.home === null) throw new Refusal(422, 'This household has no calendar server of its own')
  return config.home
}

/** The file of users. @throws Refusal 422, 503 when it cannot be read */
export const readUsers = (ctx: Context): Promise<string> => withFile(ctx, readUsersFile)

/**
 * Changes the file of users, in a transaction that holds the household's lock: one process at a time writes it.
 * @throws Refusal 422, 503 when it cannot be written
 */
export const writeUsers = (ctx: Context, change: (text: string) => string): Promise<void> =>
  withFile(ctx, (path) => changeUsersFile(path, change))

/** Makes the file where there is none yet: Radicale does not start without one. What goes wrong is in the log. */
export async function ensureUsersFile(ctx: Context): Promise<void> {
  if (ctx.config.home !== null) await writeUsers(ctx, (text) => text).catch(() => {})
}

async function withFile<T>(ctx: Context, work: (path: string) => Promise<T>): Promise<T> {
  const { usersFile } = homeSettings(ctx)
  try {
    return await work(usersFile)
  } catch (error) {
    ctx.log.error('the file HOME_CALDAV_USERS cannot be used', { error: describeError(error) })
    throw unavailable()
  }
}
