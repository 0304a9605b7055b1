import type { BrowserContext, Page } from 'playwright-core'
import { insertAccount, prepareLocalAccount } from '../../../src/identity/local/accounts'
import { inTransaction } from '../../../src/platform/db/transaction'
import type { Member } from '../../support/cast'
import { secret } from '../../support/secrets'
import type { Home } from './home'

const PASSWORD = secret('a-good-long-password')

/** Lets a member of the cast sign in with a password, under their own name. */
export async function givePassword({ ctx }: Home, { id, name }: Member): Promise<void> {
  const account = await prepareLocalAccount(name, PASSWORD)
  await inTransaction(ctx.db, (tx) => insertAccount(ctx, tx, id, account))
}

/** Signs in on the page that asks for it. Resolves when the service has let them in. */
export async function signInAs(page: Page, { name }: Member): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByLabel('Password').fill(PASSWORD)
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/auth/local/login') && response.ok())
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await answer
}

/** The cookies of a device as a header: what can still be done with its session. */
export const cookiesOf = async (context: BrowserContext): Promise<string> =>
  (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
