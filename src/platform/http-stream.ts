type Chunk = Uint8Array<ArrayBuffer>

/** A body that is sent as fast as it is read; what is not read is not made. */
export function byteStream(chunks: AsyncIterator<Chunk> | Iterator<Chunk>): ReadableStream<Chunk> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => void chunks.return?.(undefined),
  })
}
