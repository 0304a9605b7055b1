/** Sends one address a thousand requests a second, answered or not, until it is ended: `bun flood.ts <url> <cookie>`. */

const BURST = 10
const EVERY_MS = 10
/** A client has no more sockets than that. */
const MAX_OPEN = 500

const [url, cookie] = process.argv.slice(2) as [string, string]
let open = 0

setInterval(() => {
  for (let count = 0; count < BURST && open < MAX_OPEN; count++) void send()
}, EVERY_MS)

async function send() {
  open++
  try {
    const response = await fetch(url, { headers: { cookie, 'accept-encoding': 'gzip' }, decompress: false })
    await response.arrayBuffer()
  } catch {
    // It is the next one's turn.
  } finally {
    open--
  }
}
