import type { install as english } from '../en/install'

export const install: typeof english = {
  title: 'Corkboard auf diesem Gerät behalten',
  body: 'Tippe auf „Teilen“ und dann auf „Zum Home-Bildschirm“. Nur von dort kommen Erinnerungen an.',
  later: 'Nicht jetzt',
  offer: 'Corkboard wie eine App auf diesem Gerät behalten?',
  yes: 'Hinzufügen',
  updateReady: 'Eine neue Version ist da.',
  updateNow: 'Jetzt verwenden',
}
