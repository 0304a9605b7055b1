import { isOpenToStrangers } from '../../../src/features/setup/open'
import { adminIds, adminsWhoCanSignIn } from '../../../src/household/admins'
import { getSetting, SETTING } from '../../../src/household/settings'
import { storedProvider } from '../../../src/identity/oidc/settings'
import { check, configOf, fail, ok, type Source, tablesOf, type Verdict, warn } from '../check'

export interface SetupFacts {
  /** The wizard belongs to whoever comes first. */
  isOpen: boolean
  /** An administrator has a way to sign in. */
  canSignIn: boolean
  /** If not, the first to sign in at the identity provider becomes one. */
  isAwaited: boolean
}

export const setup = check('setup', readSetup, judgeSetup)

async function readSetup(source: Source): Promise<SetupFacts> {
  const db = tablesOf(source)
  const config = configOf(source)
  const hasProvider = config.oidc !== null || (await storedProvider(db)) !== null
  const [isOpen, admins, withSignIn, complete] = await Promise.all([
    isOpenToStrangers(db, config),
    adminIds(db),
    adminsWhoCanSignIn(db, hasProvider),
    getSetting({ db }, SETTING.setupComplete),
  ])
  // After its end the wizard's administrator is claimed, before it one is made where there is none.
  const isAwaited = hasProvider && (complete === 'true') === admins.length > 0
  return { isOpen, canSignIn: withSignIn.length > 0, isAwaited }
}

export function judgeSetup({ isOpen, canSignIn, isAwaited }: SetupFacts): Verdict {
  if (isOpen) {
    return fail(
      'the wizard is open: whoever comes first becomes the administrator',
      'walk through /setup, or bun run member add --name NAME --username NAME --admin',
    )
  }
  if (canSignIn) return ok('the wizard is closed to strangers')
  return isAwaited
    ? warn('the first to sign in at the identity provider becomes the administrator', 'sign in there before others do')
    : fail(
        'the wizard is closed, and no administrator can sign in',
        'bun run member add --name NAME --username NAME --admin',
      )
}
