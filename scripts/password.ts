import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { CliError } from '../src/platform/cli-errors'

/**
 * A password: asked for at a terminal, unseen and twice, else the first line of standard input. An argument would stand
 * in the list of processes and in the shell's history.
 * @throws CliError when there is none, or the two differ
 */
export async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) {
    for await (const line of console) return line
    throw noPassword()
  }
  const password = await askUnseen('Password: ')
  if ((await askUnseen('The same again: ')) !== password) throw new CliError('The two differ. Nothing was changed.')
  return password
}

const noPassword = () => new CliError('Give the password as the first line of standard input.')

/** One line from the terminal, which can be edited as it is typed and is never shown. */
async function askUnseen(prompt: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true, historySize: 0 })
  lines.once('line', resolve)
  lines.once('close', () => reject(noPassword()))
  lines.once('SIGINT', () => {
    lines.close()
    process.exit(130)
  })
  // Only now: what is typed before the terminal was told not to show it would be shown.
  process.stderr.write(prompt)
  try {
    return await promise
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
