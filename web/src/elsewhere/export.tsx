import type { TargetedMouseEvent } from 'preact'
import { useRef } from 'preact/hooks'
import { useReachable } from '../data/connection'
import { queries } from '../data/queries'
import { useMe } from '../data/session'
import { FormError } from '../forms/form-dialog'
import { Section } from '../forms/section'
import { useSubmit } from '../forms/submit'
import { outwardTexts, useOutwardText } from '../i18n/outward'
import { needs } from '../lib/needs'

needs(outwardTexts)

/** Everything in one file; what is the household's for administrators alone. */
export function ExportSection() {
  const { archive: texts } = useOutwardText()
  const { isAdmin } = useMe()
  const isReachable = useReachable()
  const { error, onDownload } = useDownload()
  return (
    <Section title={texts.title} hint={texts.hint}>
      {isReachable ? (
        <div class="archives">
          <a class="button plain" href="/api/me/export" download="" onClick={onDownload}>
            {texts.own}
          </a>
          {isAdmin && (
            <>
              <a class="button quiet" href="/api/admin/export" download="" onClick={onDownload}>
                {texts.household}
              </a>
              <p class="hint">{texts.householdHint}</p>
            </>
          )}
          <FormError>{error}</FormError>
        </div>
      ) : (
        <p class="hint">{texts.offline}</p>
      )}
    </Section>
  )
}

/** Asks whether the session is still good before the browser does: a refusal would be a file that says nothing to anybody. */
function useDownload() {
  const { error, submit } = useSubmit()
  const isAsked = useRef(false)
  const onDownload = async (event: TargetedMouseEvent<HTMLAnchorElement>) => {
    if (isAsked.current) return
    event.preventDefault()
    const link = event.currentTarget
    if (!(await submit(queries.me.queryFn))) return
    isAsked.current = true
    link.click()
    isAsked.current = false
  }
  return { error, onDownload }
}
