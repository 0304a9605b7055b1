import { useText } from '../i18n'
import { elsewhereTexts } from '../i18n/elsewhere'
import { secondaryTexts } from '../i18n/secondary'
import { needs } from '../lib/needs'
import { BackLink } from '../ui/back-link'
import { ExportSection } from './export'
import { FeedsSection } from './feeds'
import { HolidaysSection } from './holidays'
import { ImportSection } from './import'
import { SubscriptionsSection } from './subscriptions'
import { TokensSection } from './tokens'

needs(() => Promise.all([secondaryTexts(), elsewhereTexts()]))

/** Calendars from elsewhere, and ours for elsewhere: a section each. */
export default function Elsewhere() {
  const { shell } = useText()
  return (
    <main id="main" class="page settings">
      <header class="page-bar">
        <BackLink href="/account" label={shell.account} />
        <h1>{shell.elsewhere}</h1>
      </header>
      <SubscriptionsSection />
      <HolidaysSection />
      <ImportSection />
      <FeedsSection />
      <ExportSection />
      <TokensSection />
    </main>
  )
}
