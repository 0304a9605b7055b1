import { secondaryTexts, useSecondaryText } from '../i18n/secondary'
import { needs } from '../lib/needs'
import { NoticeWithWayHome } from './notice-with-way-home'

needs(secondaryTexts)

/** The page for addresses that lead nowhere. */
export default function NotFound() {
  return <NoticeWithWayHome {...useSecondaryText().notFound} />
}
