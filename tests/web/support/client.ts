import { buildClient } from '../../../web/build'
import { servers } from '../../support/servers'

let built: Promise<string> | null = null

/** The folder of a web client built from the sources as they are now; once per run. */
export function clientFolder(): Promise<string> {
  built ??= (async () => {
    const folder = await servers.folder('client')
    await buildClient(folder)
    return folder
  })()
  return built
}
