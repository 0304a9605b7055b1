import { connect, type Socket } from 'node:net'

/** Many open event streams, read with as little work as possible: only the arrival of frames is noted. */
export class Listeners {
  readonly #sockets: Socket[] = []
  #arrivals: number[] = []
  #awaited = 0
  #allArrived = () => {}

  /** Opens the streams, a hundred at a time and in turn for each session, until each has sent its first bytes. */
  async open(count: number, origin: string, path: string, cookies: readonly string[]) {
    const { hostname, port } = new URL(origin)
    while (this.#sockets.length < count) {
      const first = this.#sockets.length
      const requests = Array.from({ length: 100 }, (_, index) => {
        const cookie = cookies[(first + index) % cookies.length] ?? ''
        return `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${cookie}\r\n\r\n`
      })
      await Promise.all(requests.map((request) => this.#openOne(Number(port), hostname, request)))
    }
  }

  /** Milliseconds from the call until each stream had the one frame that `publish` causes. */
  async arrivalsOf(publish: () => Promise<unknown>): Promise<number[]> {
    this.#arrivals = []
    this.#awaited = this.#sockets.length
    const allArrived = new Promise<void>((resolve) => {
      this.#allArrived = resolve
    })
    const start = performance.now()
    await publish()
    await Promise.race([allArrived, Bun.sleep(10_000)])
    if (this.#arrivals.length < this.#awaited) {
      throw new Error(`${this.#awaited - this.#arrivals.length} streams got no frame within 10 s`)
    }
    return this.#arrivals.map((at) => at - start)
  }

  close() {
    for (const socket of this.#sockets) socket.destroy()
  }

  #openOne(port: number, hostname: string, request: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, hostname, () => socket.write(request))
      let isOpen = false
      socket.on('error', reject)
      socket.on('data', (bytes) => {
        if (isOpen) return this.#arrived(bytes)
        if (!bytes.includes(': open')) return
        isOpen = true
        this.#sockets.push(socket)
        resolve()
      })
    })
  }

  #arrived(bytes: Buffer | string) {
    if (!bytes.includes('event: item:')) return
    this.#arrivals.push(performance.now())
    if (this.#arrivals.length === this.#awaited) this.#allArrived()
  }
}
