import { expect, test } from 'bun:test'
import { deviceNameOf } from '../../../src/identity/devices/device-name'

const MOZILLA = 'Mozilla/5.0'
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  ['Chrome on Android', `${MOZILLA} (Linux; Android 15; Pixel 9) ${WEBKIT} Chrome/141.0.0.0 Mobile Safari/537.36`],
  ['Chrome on ChromeOS', `${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`],
  ['Chrome on iPhone', `${MOZILLA} (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${APPLE} CriOS/141.0 Mobile/15E148`],
  [
    'Safari on iPhone',
    `${MOZILLA} (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${APPLE} Version/18.0 Mobile/15E Safari/604.1`,
  ],
  ['iPad', `${MOZILLA} (iPad; CPU OS 18_0 like Mac OS X) ${APPLE} Mobile/15E148`],
  ['Safari on Mac', `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/18.0 Safari/605.1.15`],
  ['Firefox on Windows', `${MOZILLA} (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0`],
  ['Edge on Windows', `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36 Edg/141.0`],
  ['Opera on Linux', `${MOZILLA} (X11; Linux x86_64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36 OPR/110.0`],
  [
    'Samsung Internet on Android',
    `${MOZILLA} (Linux; Android 15) ${WEBKIT} SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36`,
  ],
  ['Unknown device', 'curl/8.5.0'],
  ['Unknown device', ''],
  ['Unknown device', `<script>${'x'.repeat(10_000)}`],
])('%s', (name, userAgent) => {
  expect(deviceNameOf(userAgent)).toBe(name)
})
