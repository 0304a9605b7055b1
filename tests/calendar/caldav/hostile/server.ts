/**
 * The hostile server in a process of its own, so that making its answers holds up nobody who is watched. Each answer stands
 * at its number; prints the base URL.
 */
import { startRawServer } from '../../../support/raw-server'
import { HOSTILE_ANSWERS } from './answers'

const server = await startRawServer((path) => {
  const answer = HOSTILE_ANSWERS[path.startsWith('.') ? -1 : Number.parseInt(path, 10)]
  return answer?.script ?? ((wire) => wire.write('HTTP/1.1 404 x\r\ncontent-length: 0\r\n\r\n'))
})
console.log(server.url)
