import { isIos } from '../../lib/device'

/** Where a place is shown on a map: in the phone's own application, elsewhere on OpenStreetMap. */
export function mapOf(place: string): string {
  const asked = encodeURIComponent(place.trim())
  if (/Android/.test(navigator.userAgent)) return `geo:0,0?q=${asked}`
  if (isIos()) return `https://maps.apple.com/?q=${asked}`
  return `https://www.openstreetmap.org/search?query=${asked}`
}
