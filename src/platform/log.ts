import { LOG_LEVELS, type LogLevel } from './config'
import { withoutValues } from './db/error-message'

const MAX_CHARACTERS = 400

export type LogFields = Record<string, string | number | boolean | null | undefined>

/** Structured log. Fields are named one by one by the caller; no object is ever dumped whole. */
export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

export interface LogOptions {
  level: LogLevel
  format: 'json' | 'pretty'
  now?: () => Date
  write?: (line: string) => void
}

/** A log that writes one line per entry, to standard output unless told otherwise. */
export function createLog({ level, format, now = () => new Date(), write = writeOut }: LogOptions): Log {
  const lowest = LOG_LEVELS.indexOf(level)
  const render = format === 'json' ? renderJson : renderPretty
  const at =
    (entryLevel: LogLevel) =>
    (message: string, fields: LogFields = {}) => {
      if (LOG_LEVELS.indexOf(entryLevel) < lowest) return
      write(`${render(now().toISOString(), entryLevel, message, fields)}\n`)
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

function writeOut(line: string) {
  process.stdout.write(line)
}

function renderJson(time: string, level: LogLevel, message: string, fields: LogFields) {
  return JSON.stringify({ time, level, message, ...fields })
}

function renderPretty(time: string, level: LogLevel, message: string, fields: LogFields) {
  const pairs = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${typeof value === 'string' ? JSON.stringify(value) : value}`)
  return `${time.slice(11, 23)} ${level.padEnd(5)} ${message}${pairs.join('')}`
}

/**
 * What a log may say about an error: its name, code and message; of a database error the server's message without the
 * query's parameters (drizzle puts them into its message, the server quotes them).
 */
export function describeError(error: unknown): string {
  const cause = (error as { cause?: unknown } | null)?.cause
  const inner = cause instanceof Error ? cause : error
  if (!(inner instanceof Error)) return 'unknown error'
  const { code, sqlMessage } = inner as { code?: unknown; sqlMessage?: unknown }
  const label = typeof code === 'string' ? code : null
  const parts =
    typeof sqlMessage === 'string'
      ? [label ?? 'database error', withoutValues(label ?? '', sqlMessage)]
      : [inner.name, label, inner.message]
  return parts.filter(Boolean).join(' ').slice(0, MAX_CHARACTERS)
}
