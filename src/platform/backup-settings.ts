import type { ConfigReader } from './config-reader'

/** What BACKUP_* say: where backups go, when, for how long, for whom they are encrypted. */
export interface BackupSettings {
  /** A folder that exists; it is never made. */
  folder: string
  /** Seconds since midnight on the household's clocks. */
  at: number
  keep: Keep
  /** A recipient of age, whose identity alone opens what is written; null: it is not encrypted. */
  recipient: string | null
  /** Where each backup is copied to; null: nowhere. */
  storage: StorageSettings | null
}

/** How many days, weeks and months keep the newest backup of theirs. */
export interface Keep {
  days: number
  weeks: number
  months: number
}

/** A bucket of an S3-compatible storage. */
export interface StorageSettings {
  endpoint: string
  bucket: string
  /** In front of each name: blank, or with a slash at its end. */
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** X25519 and the hybrid with ML-KEM; those of plugins and of ssh need other programs. */
const RECIPIENT = /^age1(pq1)?[02-9ac-hj-np-z]{50,}$/

/** Reads what is set; what is malformed is in the reader's problems. Null: there is no folder, and so no backups. */
export function readBackupSettings(read: ConfigReader): BackupSettings | null {
  const { text, expect } = read
  const at = timeOfDay(text('BACKUP_AT') ?? '')
  if (at === null) expect('BACKUP_AT', 'a time of day from 00:00 to 23:59 (03:30)')
  const keep = parseKeep(text('BACKUP_KEEP') ?? '')
  if (keep === null) expect('BACKUP_KEEP', 'how many days, weeks and months keep a backup, at least one (7d,4w,6m)')
  const recipient = text('BACKUP_AGE_RECIPIENT')
  if (recipient !== null && !RECIPIENT.test(recipient)) {
    expect('BACKUP_AGE_RECIPIENT', 'a recipient as age-keygen names it (age1…), not one of a plugin or of ssh')
  }
  const storage = readStorage(read)
  const folder = text('BACKUP_DIR')
  if (folder === null || at === null || keep === null) return null
  return { folder, at, keep, recipient, storage }
}

const NEEDED = [
  'BACKUP_S3_ENDPOINT',
  'BACKUP_S3_BUCKET',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
] as const

function readStorage({ text, expect }: ConfigReader): StorageSettings | null {
  const missing = NEEDED.filter((name) => text(name) === null)
  if (missing.length === NEEDED.length) return null
  for (const name of missing) expect(name, 'set, as the other BACKUP_S3_… are')
  const endpoint = text('BACKUP_S3_ENDPOINT')
  const bucket = text('BACKUP_S3_BUCKET')
  const accessKeyId = text('BACKUP_S3_ACCESS_KEY_ID')
  const secretAccessKey = text('BACKUP_S3_SECRET_ACCESS_KEY')
  if (endpoint !== null && !isHttp(endpoint)) expect('BACKUP_S3_ENDPOINT', 'the http or https URL of an S3 storage')
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null
  const [region, prefix] = [text('BACKUP_S3_REGION') ?? '', asPrefix(text('BACKUP_S3_PREFIX') ?? '')]
  return { endpoint, bucket, accessKeyId, secretAccessKey, region, prefix }
}

const isHttp = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

const asPrefix = (text: string) => text.replace(/^\/+|\/+$/g, '').replace(/(?<=.)$/, '/')

function timeOfDay(text: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return hours === undefined ? null : (Number(hours) * 60 + Number(minutes)) * 60
}

const UNITS = { d: 'days', w: 'weeks', m: 'months' } as const

function parseKeep(text: string): Keep | null {
  const keep: Keep = { days: 0, weeks: 0, months: 0 }
  const seen = new Set<string>()
  for (const part of text.split(',')) {
    const [, number, unit] = /^(\d{1,3})([dwm])$/.exec(part.trim()) ?? []
    if (unit === undefined || seen.has(unit)) return null
    seen.add(unit)
    keep[UNITS[unit as keyof typeof UNITS]] = Number(number)
  }
  return keep.days + keep.weeks + keep.months > 0 ? keep : null
}
