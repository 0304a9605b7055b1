import { beforeEach, describe, expect, test } from 'bun:test'
import type { Locator } from 'playwright-core'
import type { BackupState } from '../../src/household/backup-state'
import { noteBackupState } from '../../src/household/backup-state'
import { appConfig } from '../../src/platform/db/schema'
import { accessibilityProblems } from './support/axe'
import { picture, type VisitOptions } from './support/browser'
import { setStage } from './support/stage'

const stage = setStage(async () => ({ env: { BACKUP_DIR: '/srv/backups' } }))

beforeEach(async () => {
  await stage.home.ctx.db.delete(appConfig)
})

const ago = (hours: number) => new Date(stage.home.ctx.now().getTime() - hours * 3_600_000).toISOString()

async function note(state: Partial<BackupState>) {
  const name = 'corkboard-2026-11-20T023000Z.backup.age'
  const last = { name, folder: '/srv/backups', at: ago(1), size: 12_340_000, rows: 9_000, isEncrypted: true }
  await noteBackupState(stage.home.ctx, { last, copy: null, failure: null, ...state })
}

async function openSection(name: string, options: VisitOptions = {}) {
  const { page } = await stage.open({ path: '/admin', ...options })
  const section = page.getByRole('region', { name, exact: true })
  await section.getByRole('strong').waitFor()
  await section.scrollIntoViewIfNeeded()
  return { page, section }
}

/** What stands in the section, a paragraph each. */
const words = (section: Locator) => section.locator('p').allTextContents()

describe('who runs the household', () => {
  test('reads when the last backup was made, how large it is and where', async () => {
    await note({})
    const { page, section } = await openSection('Backups')
    expect(await words(section)).toEqual([
      expect.stringMatching(/^Last backup: .*\d?\d:\d\d$/),
      expect.stringMatching(/^12\.3 MB, encrypted, in \/srv\/backups\. Next backup: .*\d?\d:\d\d\.$/),
    ])
    expect(await accessibilityProblems(page)).toEqual([])
    await picture(page, 'backups')
  })

  test('reads why the last try failed, beside the last good one, in German', async () => {
    await note({ failure: { at: ago(0.5), reason: 'full' } })
    const { section } = await openSection('Sicherungen', { locale: 'de-DE' })
    expect(await words(section)).toEqual([
      expect.stringMatching(/^Letzte Sicherung: /),
      expect.stringMatching(/^Der letzte Versuch ist gescheitert \(.*\): Es war kein Platz mehr\.$/),
      expect.stringMatching(/^12,3 MB, verschlüsselt, in \/srv\/backups\. Nächster Versuch: .*\d?\d:\d\d\.$/),
    ])
  })

  test('reads that none has been made yet', async () => {
    const { section } = await openSection('Backups')
    expect((await words(section))[0]).toBe('No backup has been made yet.')
  })
})
