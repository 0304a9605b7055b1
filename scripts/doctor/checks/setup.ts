import { isOpenToStrangers } from '../../../src/features/setup/open'
import { check, configOf, databaseOf, fail, ok, type Verdict } from '../check'

export const setup = check('setup', (source) => isOpenToStrangers(databaseOf(source), configOf(source)), judgeSetup)

export function judgeSetup(isOpen: boolean): Verdict {
  if (!isOpen) return ok('the wizard is closed to strangers')
  return fail(
    'the wizard is open: whoever comes first becomes the administrator',
    'walk through /setup, or bun run member add --admin',
  )
}
