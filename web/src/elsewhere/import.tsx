import { useRef, useState } from 'preact/hooks'
import { forgetImport, isImportKept, joined, type Source } from '../data/import'
import { ImportProgress, useRunningImport } from '../forms/import-progress'
import { Section } from '../forms/section'
import { importTexts, useImportText } from '../i18n/import'
import { needs } from '../lib/needs'
import { Button } from '../ui/button'
import { lazyDialog, withStyle } from '../ui/lazy'

needs(() => withStyle('import', importTexts()))

const ImportDialog = lazyDialog(() => import('../forms/import-dialog'))

/** Bringing events in: from a file, or all of another calendar. */
export function ImportSection() {
  const texts = useImportText()
  const input = useRef<HTMLInputElement>(null)
  /** Null in it: a calendar, to be chosen in the dialog. */
  const [asked, setAsked] = useState<{ source: Source | null } | null>(null)
  const { state, isReached } = useRunningImport(asked === null)
  const isExpected = state !== null || isImportKept()
  return (
    <Section title={texts.title} hint={texts.hint}>
      {isExpected && asked === null && (
        <div class="notice import-latest">
          {state === null ? (
            <p role="status">{isReached ? texts.looking : texts.noConnection}</p>
          ) : (
            <ImportProgress {...{ state, isReached }} />
          )}
          {state !== null && state.status !== 'running' && <Button onClick={forgetImport}>{texts.close}</Button>}
        </div>
      )}
      <div class="import-choices">
        <Button onClick={() => input.current?.click()}>{texts.choose}</Button>
        <Button kind="quiet" onClick={() => setAsked({ source: null })}>
          {texts.copy}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          accept=".ics,.ical,.ifb,.icalendar,text/calendar"
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])]
            // The same file can be chosen again.
            currentTarget.value = ''
            if (files.length > 0) setAsked({ source: joined(files) })
          }}
        />
      </div>
      {asked !== null && <ImportDialog source={asked.source} onClose={() => setAsked(null)} />}
    </Section>
  )
}
