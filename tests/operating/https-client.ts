import { join } from 'node:path'

/** The name in the manual's configuration. */
const NAME = 'corkboard.example.org'

export interface HttpsAnswer<T> {
  status: number
  body: T
}

/** A client on this machine that believes one certificate authority alone and keeps cookies. */
export class HttpsClient {
  readonly #common: string[]

  constructor(folder: string, port: number, authority: string) {
    const jar = join(folder, 'cookies')
    this.#common = ['--silent', '--show-error', '--cacert', authority, '--cookie', jar, '--cookie-jar', jar]
    this.#common.push('--resolve', `${NAME}:${port}:127.0.0.1`)
    this.origin = `https://${NAME}:${port}`
  }

  readonly origin: string

  /** Asks with JSON. @throws when there is no answer, as from a server with another certificate */
  async ask<T = Record<string, unknown>>(request: string, body?: unknown): Promise<HttpsAnswer<T>> {
    const [method = '', path = ''] = request.split(' ')
    const words = ['--request', method, '--header', 'content-type: application/json', '--write-out', '\n%{http_code}']
    if (body !== undefined) words.push('--data-binary', '@-')
    const child = Bun.spawn(['curl', ...this.#common, ...words, `${this.origin}${path}`], {
      stdio: [body === undefined ? 'ignore' : new Blob([JSON.stringify(body)]), 'pipe', 'pipe'],
    })
    const [output, complaint] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ])
    if ((await child.exited) !== 0) throw new Error(`${request}: ${complaint}`)
    const end = output.lastIndexOf('\n')
    const text = output.slice(0, end)
    return { status: Number(output.slice(end)), body: (text.startsWith('{') ? JSON.parse(text) : text) as T }
  }
}
