import { version } from '../../package.json'

/** The commit that a bundle was built from; `scripts/build` defines it, blank where nobody said. */
declare const BUILT_FROM: string | undefined

/** Which Corkboard this is; the commit is null among the sources, and where the build was not told. */
export const VERSION = { version, commit: (typeof BUILT_FROM !== 'undefined' && BUILT_FROM) || null }

/** `0.1.0`, or `0.1.0 (4f0c2a1)`. */
export const describeVersion = ({ version: number, commit } = VERSION): string =>
  commit === null ? number : `${number} (${commit})`
