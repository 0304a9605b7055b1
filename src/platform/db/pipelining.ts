import mysql, { type PoolConnection } from 'mysql2'
import type { Command } from './commands'

interface Packet {
  buffer: Buffer
  writeHeader(sequenceId: number): void
}

/** A COM_QUERY of mysql2: steps, each of which takes a packet and tells the next one. */
interface Query extends Command {
  sql: string
  /** Null until its turn has come. */
  next: Step | null
  /** Sends it. */
  start: Step
  _connection: unknown
}
type Step = (packet: unknown, connection: Wire) => Step | null

/** What there is of a connection of mysql2 besides its public methods. */
interface Wire {
  /** What is being answered. */
  _command?: Command
  addCommand(command: Command): Command
  write(bytes: Buffer): void
  writePacket(packet: Packet): void
  _bumpSequenceId(packets: number): void
}

/** The class of such a command; mysql2 shows what makes them. */
const QUERY = (mysql as unknown as Maker).createQuery('', [], () => {}, {}).constructor
interface Maker {
  createQuery(sql: string, values: unknown[], report: () => void, config: object): Query
}

/** A statement of that many characters goes alone. */
const MAX_SQL_LENGTH = 16_384

/**
 * Sends statements that wait for their turn at once, as the protocol allows: they are answered one after the other.
 * mysql2 waits for each answer before it sends the next one, which is a write to the socket each, and a way there and back.
 * What is asked for in the same turn of the event loop goes in one write.
 */
export function pipelineCommands(connection: PoolConnection): void {
  const wire = connection as unknown as Wire
  const send = wire.write.bind(wire)
  const addCommand = wire.addCommand.bind(wire)
  let unsent: Buffer[] = []
  /** Commands that mysql2 sends when it is their turn; nothing may overtake them. */
  let unsentCommands = 0

  const flush = () => {
    const bytes = unsent.length === 1 ? unsent[0]! : Buffer.concat(unsent)
    unsent = []
    send(bytes)
  }
  wire.write = (bytes) => {
    if (unsent.push(bytes) === 1) process.nextTick(flush)
  }
  wire.addCommand = (command) => {
    if (wire._command != null) {
      if (unsentCommands === 0 && isShortQuery(command)) sendAhead(wire, command)
      else {
        unsentCommands++
        command.once('end', () => unsentCommands--)
      }
    }
    return addCommand(command)
  }
}

const isShortQuery = (command: Command): command is Query =>
  command.constructor === QUERY && (command as Query).sql.length <= MAX_SQL_LENGTH

function sendAhead(wire: Wire, query: Query) {
  const ahead: Wire = Object.create(wire)
  ahead.writePacket = (packet) => {
    packet.writeHeader(0)
    wire.write(packet.buffer)
  }
  const readAnswer = query.start(null, ahead)
  query._connection = wire
  // Its turn has come: all but the sending is left to do.
  query.next = (_packet, connection) => {
    connection._bumpSequenceId(1)
    return readAnswer
  }
}
