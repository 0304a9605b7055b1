import { AGE_MAGIC, decrypt } from './age'

/** The bytes of a backup, decrypted where it begins as an encrypted one does. */
export async function* opened(
  input: AsyncIterable<Uint8Array>,
  identities: readonly string[],
): AsyncGenerator<Uint8Array> {
  const source = input[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < AGE_MAGIC.length) {
    const { done, value } = await source.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  const whole = after(head, source)
  const isEncrypted = head.subarray(0, AGE_MAGIC.length).toString('latin1') === AGE_MAGIC
  yield* isEncrypted ? decrypt(whole, identities) : whole
}

async function* after(head: Uint8Array, source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head
  yield* { [Symbol.asyncIterator]: () => source }
}
