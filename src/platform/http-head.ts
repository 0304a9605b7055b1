/**
 * The body of an answer to HEAD whose GET sends a stream: nothing is made of it, and no length is told. For a body that
 * is null the server tells a length of 0, which GET does not have (RFC 9110 8.6).
 */
export const unsentBody = (): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream({ pull: (controller) => controller.close() }, { highWaterMark: 0 })
