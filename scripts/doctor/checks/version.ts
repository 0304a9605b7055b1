import { engines } from '../../../package.json'
import { describeVersion } from '../../../src/platform/version'
import { check, ok, type Verdict, warn } from '../check'

export interface VersionFacts {
  corkboard: string
  bun: string
  /** The Bun that it was made for. */
  expectedBun: string
}

export const version = check(
  'version',
  (): VersionFacts => ({ corkboard: describeVersion(), bun: Bun.version, expectedBun: engines.bun }),
  judgeVersion,
)

export function judgeVersion({ corkboard, bun, expectedBun }: VersionFacts): Verdict {
  const says = `Corkboard ${corkboard} on Bun ${bun}`
  return bun === expectedBun ? ok(says) : warn(says, `it is tested with Bun ${expectedBun}`)
}
