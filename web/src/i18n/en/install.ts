/** Words that offer to install the client, and a newer version of it. */
export const install = {
  title: 'Keep Corkboard on this device',
  body: 'Tap Share, then “Add to Home Screen”. Reminders work only from there.',
  later: 'Not now',
  offer: 'Keep Corkboard on this device, like an app?',
  yes: 'Add it',
  updateReady: 'A new version is ready.',
  updateNow: 'Use it now',
}
