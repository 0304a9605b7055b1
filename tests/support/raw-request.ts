/** Sends a GET request with a Host header that no client would write; returns its status and its Location. */
export async function getWithHost(
  baseUrl: string,
  path: string,
  host: string,
): Promise<{ status: number; location: string | null }> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port: Number(new URL(baseUrl).port),
    socket: { data: (_, bytes) => resolve(bytes.toString()), close: () => resolve('') },
  })
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  const answer = await promise
  socket.end()
  const location = /^location: (.*)$/im.exec(answer)?.[1]?.trim() ?? null
  return { status: Number(answer.split(' ')[1] ?? 0), location }
}
