import { buildService } from '../../scripts/build/service'
import { servers } from './servers'

let built: Promise<string> | null = null

/** The folder of the service as it is bundled for production, of the sources as they are now; once per run. */
function bundleFolder(): Promise<string> {
  built ??= (async () => {
    const folder = await servers.folder('bundle')
    await buildService(folder)
    return folder
  })()
  return built
}

/** How the bundled service is started, for `Service` and `refusal`. */
export async function bundled(): Promise<{ command: string[]; cwd: string }> {
  return { command: [process.execPath, 'index.js'], cwd: await bundleFolder() }
}
