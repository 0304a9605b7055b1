import { afterAll, afterEach, beforeAll, expect } from 'bun:test'
import { putAway, sharedBrowser, type Visit, type VisitOptions, visit } from './browser'
import { type Home, type HomeOptions, openHome } from './home'

export interface Stage {
  readonly home: Home
  /** Opens the client on another device; it is put away after the test, and must have had no problems. */
  open(options?: VisitOptions): Promise<Visit>
}

/**
 * One household for the tests of a file, visited with the run's browser: `const stage = setStage()` at its top. Options
 * that need a server of the run are given by a function.
 */
export function setStage(
  options: HomeOptions | (() => Promise<HomeOptions>) = {},
  { inWholeBrowser = false }: { inWholeBrowser?: boolean } = {},
): Stage {
  let home: Home | undefined
  let visits: Visit[] = []

  beforeAll(async () => {
    home = await openHome(typeof options === 'function' ? await options() : options)
    await sharedBrowser(inWholeBrowser)
  })

  afterEach(async () => {
    const over = visits
    visits = []
    for (const { context } of over) await putAway(context)
    expect(over.flatMap(({ problems }) => problems)).toEqual([])
  })

  afterAll(() => home?.close())

  return {
    get home() {
      if (home === undefined) throw new Error('The stage is not set yet')
      return home
    },
    async open(visitOptions = {}) {
      if (home === undefined) throw new Error('The stage is not set yet')
      const opened = await visit(await sharedBrowser(inWholeBrowser), home, visitOptions)
      visits.push(opened)
      return opened
    },
  }
}
