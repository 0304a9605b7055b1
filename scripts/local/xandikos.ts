import { join, resolve } from 'node:path'
import { findProgram, freePort, startServer, stopServer, untilReady } from './process'

export interface LocalXandikos {
  /** Base URL, ending in a slash; below a prefix, as behind a reverse proxy. */
  url: string
  pid: number
  /** The folder with the calendars. */
  storage: string
  stop(): Promise<void>
}

/**
 * Starts a private Xandikos on loopback with one account, whose calendars are below `<url><user>/calendars/`. It keeps
 * each calendar as a git repository and asks for no password.
 */
export async function startXandikos({ folder, user }: { folder: string; user: string }): Promise<LocalXandikos> {
  const port = await freePort()
  const home = resolve(folder)
  const storage = join(home, 'storage')
  const command = [
    findProgram('xandikos', 'xandikos'),
    ...['--directory', storage, '--listen-address', '127.0.0.1', '--port', String(port)],
    ...['--route-prefix', '/dav', '--current-user-principal', `/${user}/`, '--defaults'],
  ]
  const child = startServer(command, { log: join(home, 'xandikos.log') })
  const url = `http://127.0.0.1:${port}/dav/`
  await untilReady('Xandikos', child, () =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  )
  return { url, pid: child.pid, storage, stop: () => stopServer(child) }
}
