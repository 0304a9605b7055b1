import { buildClient } from '../../../web/build'
import { servers } from '../../support/servers'

let built: Promise<string> | null = null

/** The folder of a web client built from the sources as they are now; once per run, by `bin/test` for all of its runs. */
export function clientFolder(): Promise<string> {
  built ??= (async () => {
    if (process.env.TEST_CLIENT !== undefined) return process.env.TEST_CLIENT
    const folder = await servers.folder('client')
    await buildClient(folder)
    return folder
  })()
  return built
}
