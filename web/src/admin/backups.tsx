import { useMomentText } from '../forms/moment'
import { Loaded, Section } from '../forms/section'
import { useFormats } from '../i18n/format'
import { useSecondaryText } from '../i18n/secondary'
import { Check, TriangleAlert } from '../ui/icons'
import type { Backups as State } from './api'
import { adminQueries } from './queries'

/** The last backup that the service has made by itself, where it is, and the next. */
export function Backups() {
  const { backups } = useSecondaryText().admin
  return (
    <Section title={backups.title}>
      <Loaded query={adminQueries.backups}>
        {(state) => (state.isOn ? <Standing state={state} /> : <p class="notice">{backups.off}</p>)}
      </Loaded>
    </Section>
  )
}

function Standing({ state: { last, copy, failure, nextAt } }: { state: State }) {
  const { backups } = useSecondaryText().admin
  const { locale } = useFormats()
  const timeOf = useMomentText()
  const notes = [
    ...(last === null ? [] : [backups.where(sizeText(last.size, locale), last.place, last.isEncrypted)]),
    ...(copy === null || last === null ? [] : [copy.at === null ? backups.notCopied : backups.copied(copy.place)]),
    ...(nextAt === null ? [] : [(failure === null ? backups.next : backups.nextTry)(timeOf(nextAt))]),
  ]
  return (
    <div class={`sync-row ${failure === null ? '' : 'trouble'}`}>
      {failure === null ? <Check aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
      <div>
        <p>
          <strong>{last === null ? backups.none : backups.last(timeOf(last.at))}</strong>
        </p>
        {failure !== null && <p>{backups.failed(timeOf(failure.at), backups.reasons[failure.reason])}</p>}
        <p class="hint">{notes.join(' ')}</p>
      </div>
    </div>
  )
}

function sizeText(bytes: number, locale: string): string {
  const [unit, size] = bytes < 1_000_000 ? (['kilobyte', 1_000] as const) : (['megabyte', 1_000_000] as const)
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / size)
}
