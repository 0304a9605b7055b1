import { expect, test } from 'bun:test'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import packageJson from '../../package.json'
import { checkout } from '../support/checkout'

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
