import { constants, createBrotliCompress } from 'node:zlib'

const MB = 1024 * 1024

/** A few kilobytes of Brotli that unpack to so many megabytes of blanks. */
export async function packedBlanks(megabytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const packer = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  const blanks = Buffer.alloc(MB, ' ')
  const whole = new Response(packer as never).bytes()
  for (let count = 0; count < megabytes; count++) {
    await new Promise((resolve) => packer.write(blanks, resolve))
  }
  packer.end()
  return new Uint8Array(await whole)
}

/** By how many megabytes the memory in use grows at most while something is done. */
export async function growthOf(work: () => Promise<unknown>): Promise<number> {
  Bun.gc(true)
  const before = process.memoryUsage.rss()
  let most = before
  const look = () => {
    most = Math.max(most, process.memoryUsage.rss())
  }
  const watch = setInterval(look, 1)
  await work()
  // What is unpacked without being read comes after the answer.
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setTimeout(resolve, 2))
  look()
  clearInterval(watch)
  return (most - before) / MB
}
