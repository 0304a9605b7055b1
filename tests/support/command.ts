import { inheritedClock } from '../../scripts/test/clock'

/** A command of the repository in a process of its own, as a person would start and stop it. */
export class Command {
  readonly child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>
  /** What it has said so far, on both channels. */
  output = ''
  #waiting: { words: string; resolve: () => void }[] = []
  readonly #ended: Promise<unknown>

  constructor(command: string[], { cwd, env }: { cwd: string; env: Record<string, string> }) {
    const { PATH = '', HOME = '' } = process.env
    this.child = Bun.spawn(command, {
      cwd,
      env: { PATH, HOME, ...inheritedClock(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#ended = Promise.all([this.#listen(this.child.stdout), this.#listen(this.child.stderr)])
  }

  /** Resolves when these words have been said. @throws when the command ends without them */
  async said(words: string): Promise<void> {
    if (this.output.includes(words)) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push({ words, resolve })
    const ended = this.#ended.then(() => {
      if (!this.output.includes(words)) throw new Error(`it ended without saying "${words}":\n${this.output}`)
    })
    return Promise.race([promise, ended])
  }

  /** Ctrl-C; returns the exit code. */
  async interrupt(): Promise<number> {
    this.child.kill('SIGINT')
    const exitCode = await this.child.exited
    await this.#ended
    return exitCode
  }

  async #listen(stream: ReadableStream<Uint8Array>) {
    const decoder = new TextDecoder()
    for await (const bytes of stream) {
      this.output += decoder.decode(bytes, { stream: true })
      for (const { words, resolve } of this.#waiting) if (this.output.includes(words)) resolve()
    }
  }
}
