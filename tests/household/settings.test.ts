import { beforeEach, describe, expect, test } from 'bun:test'
import {
  canonicalTimezone,
  getSetting,
  householdTimezone,
  householdZone,
  SETTING,
  seedSetting,
  setSetting,
} from '../../src/household/settings'
import { appConfig } from '../../src/platform/db/schema'
import { openHousehold } from '../support/household'
import { opened } from '../support/opened'

const household = opened(() => openHousehold({ env: { TZ: 'Europe/Berlin' } }))
beforeEach(async () => {
  await household.ctx.db.delete(appConfig)
})

describe('the household’s zone', () => {
  const withZone = (zone: string | null) => ({ ...household.ctx, config: { ...household.config, zone } })

  test.each([
    [
      'the stored one first',
      'Pacific/Auckland',
      'Europe/Berlin',
      { timezone: 'Pacific/Auckland', isExplicitlySet: true },
    ],
    ['else TZ', null, 'Europe/Berlin', { timezone: 'Europe/Berlin', isExplicitlySet: false }],
    ['a blank one counts as none', '  ', 'Europe/Berlin', { timezone: 'Europe/Berlin', isExplicitlySet: false }],
    [
      'one that is no zone counts as none',
      'Mars/Base',
      'Europe/Berlin',
      { timezone: 'Europe/Berlin', isExplicitlySet: false },
    ],
    ['UTC is a zone', 'UTC', 'Europe/Berlin', { timezone: 'UTC', isExplicitlySet: true }],
  ])('%s', async (_, stored, zone, expected) => {
    if (stored !== null) await setSetting(household.ctx, SETTING.timezone, stored)
    expect(await householdTimezone(withZone(zone))).toEqual(expected)
    expect((await householdZone(withZone(zone))).id).toBe(expected.timezone)
  })

  test.each([null, 'not a zone', ':Europe/Berlin', '+02:00'])('TZ %j leaves it to the runtime', async (zone) => {
    const { timezone, isExplicitlySet } = await householdTimezone(withZone(zone))
    expect(timezone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
    expect(isExplicitlySet).toBe(false)
  })

  test.each([
    ['europe/berlin', 'Europe/Berlin'],
    ['UTC', 'UTC'],
    ['Asia/Calcutta', 'Asia/Calcutta'],
    ['+01:00', null],
    ['', null],
    [' UTC', null],
    ['Europe/Berlin\0', null],
    ['../../etc/passwd', null],
  ])('%j is stored as %j', (name, stored) => {
    expect(canonicalTimezone(name)).toBe(stored)
  })
})

describe('seeding', () => {
  test('of many at once one seeds, and its value stays', async () => {
    const zones = ['UTC', 'Europe/Berlin', 'Europe/Paris', 'Pacific/Auckland']
    const seeded = await Promise.all(zones.map((zone) => seedSetting(household.ctx, SETTING.timezone, zone)))
    expect(seeded.filter(Boolean)).toHaveLength(1)
    expect(await getSetting(household.ctx, SETTING.timezone)).toBe(zones[seeded.indexOf(true)]!)
  })

  test('fills a blank value, once', async () => {
    await setSetting(household.ctx, SETTING.timezone, '  ')
    expect(await seedSetting(household.ctx, SETTING.timezone, 'UTC')).toBe(true)
    expect(await seedSetting(household.ctx, SETTING.timezone, 'Europe/Paris')).toBe(false)
    expect(await getSetting(household.ctx, SETTING.timezone)).toBe('UTC')
  })
})
