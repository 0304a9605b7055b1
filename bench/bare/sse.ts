/** The yardstick for event streams: nothing but Bun.serve, one ReadableStream per client, and a frame sent to all. */
const env = process.env
const encoder = new TextEncoder()
const streams = new Set<ReadableStreamDefaultController<Uint8Array>>()

Bun.serve({
  hostname: env.HOST,
  port: Number(env.PORT),
  idleTimeout: 0,
  routes: {
    '/': () => new Response('ready'),
    '/stream': () => {
      let stream: ReadableStreamDefaultController<Uint8Array>
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          stream = controller
          streams.add(controller)
          controller.enqueue(encoder.encode(': open\n\n'))
        },
        cancel() {
          streams.delete(stream)
        },
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    },
    '/publish': {
      POST: async (request) => {
        const frame = encoder.encode(await request.text())
        for (const stream of streams) stream.enqueue(frame)
        return new Response('sent')
      },
    },
  },
})
