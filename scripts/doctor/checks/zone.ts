import { isIanaZone } from '../../../src/calendar/ical/zone'
import { getSetting, SETTING } from '../../../src/household/settings'
import { check, ok, tablesOf, type Verdict, warn } from '../check'

export interface ZoneFacts {
  /** As the household has chosen it, null: it has not. */
  chosen: string | null
  /** TZ, else the system's. */
  fallback: string
}

export const zone = check(
  'time zone',
  async (source): Promise<ZoneFacts> => ({
    chosen: await getSetting({ db: tablesOf(source) }, SETTING.timezone),
    fallback: source.env.TZ?.trim() || Intl.DateTimeFormat().resolvedOptions().timeZone,
  }),
  judgeZone,
)

const TODO = 'choose one: Household → Where the household lives'

export function judgeZone({ chosen, fallback }: ZoneFacts): Verdict {
  const name = chosen ?? fallback
  if (!isIanaZone(name)) return warn(`${name} is not known`, TODO)
  if (chosen === null) return warn(`${name}, which nobody has chosen`, TODO)
  return ok(name)
}
