interface Asker<Row> {
  from: number
  resolve: (rows: Row[]) => void
  reject: (error: unknown) => void
}

/**
 * One reading for all who ask while another is under way: from the earliest instant that any of them wants, and begun
 * after each of them has asked.
 */
export class SharedReading<Row> {
  #asking: Asker<Row>[] = []
  #isReading = false

  constructor(readonly readFrom: (from: number) => Promise<Row[]>) {}

  /** Rows from an instant on, in milliseconds since the epoch, and perhaps earlier ones. */
  read(from: number): Promise<Row[]> {
    const { promise, resolve, reject } = Promise.withResolvers<Row[]>()
    this.#asking.push({ from, resolve, reject })
    if (!this.#isReading) void this.#readForAll()
    return promise
  }

  async #readForAll() {
    this.#isReading = true
    while (this.#asking.length > 0) {
      const askers = this.#asking
      this.#asking = []
      try {
        const rows = await this.readFrom(Math.min(...askers.map(({ from }) => from)))
        for (const { resolve } of askers) resolve(rows)
      } catch (error) {
        for (const { reject } of askers) reject(error)
      }
    }
    this.#isReading = false
  }
}
