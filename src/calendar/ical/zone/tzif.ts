import { readFileSync } from 'node:fs'
import { footerTransitions } from './posix'
import { LAST_YEAR_OF_TABLES, type Transition, type Zone, zoneFrom } from './table'

const ZONEINFO = '/usr/share/zoneinfo'
const HEADER = 44

/** The zone's table in the system's tzdata (RFC 9636), null when there is none. */
export function readSystemZone(id: string): Zone | null {
  const bytes = readBytes(`${ZONEINFO}/${id}`)
  if (bytes?.toString('latin1', 0, 4) !== 'TZif') return null
  return parseTzif(id, bytes)
}

function readBytes(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}

/** Reads the second block, with 64-bit times; version 1 files, long gone from systems, are refused. */
function parseTzif(id: string, bytes: Buffer): Zone | null {
  if (bytes[4]! < 0x32) return null
  const first = counts(bytes, 0)
  const start =
    HEADER +
    first.times * 5 +
    first.types * 6 +
    first.characters +
    first.leaps * 8 +
    first.standardFlags +
    first.universalFlags
  const second = counts(bytes, start)
  const times = start + HEADER
  const indices = times + second.times * 8
  const types = indices + second.times
  const transitions: Transition[] = []
  for (let i = 0; i < second.times; i += 1) {
    const utc = Number(bytes.readBigInt64BE(times + 8 * i))
    transitions.push({ utc, offset: bytes.readInt32BE(types + 6 * bytes[indices + i]!) })
  }
  const tail =
    types + second.types * 6 + second.characters + second.leaps * 12 + second.standardFlags + second.universalFlags
  const footer = bytes.toString('latin1', tail).trim()
  const last = transitions.at(-1)?.utc ?? 0
  transitions.push(...footerTransitions(footer, last, LAST_YEAR_OF_TABLES))
  const firstOffset = second.types > 0 ? bytes.readInt32BE(types) : 0
  return zoneFrom(id, firstOffset, transitions)
}

function counts(bytes: Buffer, start: number) {
  const at = (index: number) => bytes.readUInt32BE(start + 20 + 4 * index)
  return {
    universalFlags: at(0),
    standardFlags: at(1),
    leaps: at(2),
    times: at(3),
    types: at(4),
    characters: at(5),
  }
}
