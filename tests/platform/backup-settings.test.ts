import { describe, expect, test } from 'bun:test'
import { ConfigError, type Environment, readConfig } from '../../src/platform/config'
import { databaseVariables } from '../support/service'

const KNOWN = {
  ...databaseVariables({ host: 'h', port: 1, user: 'u', password: 'p', name: 'n' }),
  APP_PASSWORD_ENCRYPTION_KEY: 'ab'.repeat(32),
  LOCAL_SESSION_SECRET: 's'.repeat(32),
}
const RECIPIENT = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'
const STORAGE = {
  BACKUP_S3_ENDPOINT: 'https://s3.example.org',
  BACKUP_S3_BUCKET: 'family',
  BACKUP_S3_ACCESS_KEY_ID: 'the id',
  BACKUP_S3_SECRET_ACCESS_KEY: 'the key',
}

/** The settings with BACKUP_DIR=/backups and these, or the variables that are refused. */
function settingsOf(more: Environment) {
  try {
    return readConfig({ ...KNOWN, BACKUP_DIR: '/backups', ...more }).backups
  } catch (error) {
    return error instanceof ConfigError ? error.problems.map((problem) => problem.split(':')[0]) : error
  }
}

describe('the settings of backups', () => {
  const usable: [Environment, object | null][] = [
    [{ BACKUP_DIR: '' }, null],
    [{}, { folder: '/backups', at: 12_600, keep: { days: 7, weeks: 4, months: 6 }, recipient: null, storage: null }],
    [{ BACKUP_AT: '00:00' }, { at: 0 }],
    [{ BACKUP_AT: '23:59' }, { at: 86_340 }],
    [{ BACKUP_KEEP: '30d' }, { keep: { days: 30, weeks: 0, months: 0 } }],
    [{ BACKUP_KEEP: ' 12m , 0w, 2d' }, { keep: { days: 2, weeks: 0, months: 12 } }],
    [{ BACKUP_AGE_RECIPIENT: RECIPIENT }, { recipient: RECIPIENT }],
    [STORAGE, { storage: { bucket: 'family', prefix: '', region: 'us-east-1', endpoint: 'https://s3.example.org' } }],
    [{ ...STORAGE, BACKUP_S3_PREFIX: '/home/corkboard' }, { storage: { prefix: 'home/corkboard/' } }],
    [{ ...STORAGE, BACKUP_S3_PREFIX: '/', BACKUP_S3_REGION: 'auto' }, { storage: { prefix: '', region: 'auto' } }],
  ]
  test.each(usable)('%j', (given, expected) => {
    if (expected === null) expect(settingsOf(given)).toBeNull()
    else expect(settingsOf(given)).toMatchObject(expected)
  })

  const refused: [Environment, string[]][] = [
    [{ BACKUP_AT: '24:00' }, ['BACKUP_AT']],
    [{ BACKUP_AT: '3:30' }, ['BACKUP_AT']],
    [{ BACKUP_KEEP: '0d,0w,0m' }, ['BACKUP_KEEP']],
    [{ BACKUP_KEEP: '7d,8d' }, ['BACKUP_KEEP']],
    [{ BACKUP_KEEP: '7' }, ['BACKUP_KEEP']],
    [{ BACKUP_KEEP: '7y' }, ['BACKUP_KEEP']],
    [{ BACKUP_KEEP: '7d,' }, ['BACKUP_KEEP']],
    [{ BACKUP_AGE_RECIPIENT: 'ssh-ed25519 AAAA' }, ['BACKUP_AGE_RECIPIENT']],
    [{ BACKUP_AGE_RECIPIENT: 'AGE-SECRET-KEY-1QQQ' }, ['BACKUP_AGE_RECIPIENT']],
    [{ ...STORAGE, BACKUP_S3_ENDPOINT: 's3.example.org' }, ['BACKUP_S3_ENDPOINT']],
    [{ ...STORAGE, BACKUP_S3_BUCKET: ' ' }, ['BACKUP_S3_BUCKET']],
    [{ BACKUP_S3_SECRET_ACCESS_KEY: 'x' }, ['BACKUP_S3_ENDPOINT', 'BACKUP_S3_BUCKET', 'BACKUP_S3_ACCESS_KEY_ID']],
    [{ BACKUP_DIR: '', BACKUP_AT: 'noon' }, ['BACKUP_AT']],
  ]
  test.each(refused)('%j is refused by name', (given, expected) => {
    expect(settingsOf(given)).toEqual(expected)
  })
})
