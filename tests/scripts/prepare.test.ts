import { describe, expect, test } from 'bun:test'
import { copyFile, mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import packageJson from '../../package.json'
import { checkout } from '../support/checkout'
import { servers } from '../support/servers'

const VERSION = packageJson.packageManager.replace('bun@', '')

/** A machine whose only programs are these, `curl` among them: it hands over an installer of one line. */
async function machineWithoutNpm(installer: string) {
  const folder = await checkout()
  const programs = join(folder, 'programs')
  await mkdir(programs)
  for (const name of ['bash', 'cat', 'chmod', 'dirname', 'mkdir', 'sed']) {
    await symlink(Bun.which(name) ?? '', join(programs, name))
  }
  await writeFile(join(programs, 'curl'), `#!/bin/bash\necho "$@" > "${folder}/asked"\n${installer}\n`, { mode: 0o755 })
  const useBun = async () => {
    const child = Bun.spawn(['bash', '-c', 'set -euo pipefail; source bin/prepare.sh; use_bun; bun --version'], {
      cwd: folder,
      env: { PATH: programs },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [out, words] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
    return { code: await child.exited, out, words, asked: await Bun.file(join(folder, 'asked')).text() }
  }
  return { useBun }
}

test('without npm the official installer brings the pinned Bun, over https alone', async () => {
  const { useBun } = await machineWithoutNpm(`cat <<'INSTALLER'
mkdir -p "$BUN_INSTALL/bin"
printf '#!/bin/bash\\necho %s\\n' "\${1#bun-v}" > "$BUN_INSTALL/bin/bun"
chmod +x "$BUN_INSTALL/bin/bun"
INSTALLER`)
  const { code, out, asked } = await useBun()
  expect({ code, out }).toEqual({ code: 0, out: `${VERSION}\n` })
  expect(asked).toContain('--proto =https')
  expect(asked).toContain('https://bun.sh/install')
})

test('an installer that cannot be fetched is said in words, with a way out', async () => {
  const { useBun } = await machineWithoutNpm('exit 22')
  const { code, words } = await useBun()
  expect(code).toBe(1)
  expect(words).toContain('Install Node.js with npm')
})

describe('the client', () => {
  const built = new Date('2026-11-01T12:00:00Z')
  const later = new Date('2026-11-01T12:00:01Z')

  /** What Bun is asked for after a change in a folder where the client was built, and everything is as old. */
  async function buildsAfter(change: (folder: string) => Promise<unknown>) {
    const folder = await servers.folder('client')
    for (const name of ['bin', 'web/src', 'src', 'public', 'programs'])
      await mkdir(join(folder, name), { recursive: true })
    for (const name of ['bin/prepare.sh', 'package.json']) await copyFile(name, join(folder, name))
    for (const name of ['web/src/main.tsx', 'src/app.ts', 'public/index.html']) await writeFile(join(folder, name), '')
    await writeFile(join(folder, 'programs/bun'), `#!/bin/bash\necho "$@" >> asked\n`, { mode: 0o755 })
    for (const name of await readdir(folder, { recursive: true })) await utimes(join(folder, name), built, built)
    await change(folder)
    const child = Bun.spawn(['bash', '-c', 'set -euo pipefail; source bin/prepare.sh; use_client'], {
      cwd: folder,
      env: { PATH: `${join(folder, 'programs')}:${process.env.PATH}` },
    })
    expect(await child.exited).toBe(0)
    const asked = Bun.file(join(folder, 'asked'))
    return (await asked.exists()) ? asked.text() : ''
  }

  test('is not built when nothing has changed', async () => {
    expect(await buildsAfter(async () => {})).toBe('')
  })

  test.each<[string, (folder: string) => Promise<unknown>]>([
    ['a source that was pulled', (folder) => utimes(join(folder, 'web/src/main.tsx'), later, later)],
    ['one of the service', (folder) => utimes(join(folder, 'src/app.ts'), later, later)],
    ['one that is gone', (folder) => rm(join(folder, 'web/src/main.tsx'))],
    ['a client that is not there', (folder) => rm(join(folder, 'public/index.html'))],
  ])('is built anew after %s', async (_, change) => {
    expect(await buildsAfter(change)).toBe('web/build.ts\n')
  })
})
