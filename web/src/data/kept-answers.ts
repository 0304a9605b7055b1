/** Under which name the device's database keeps the answers; the service worker knows it, too. */
export const KEPT_ANSWERS = 'answers'
