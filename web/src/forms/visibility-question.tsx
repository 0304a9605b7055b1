import { useState } from 'preact/hooks'
import { type OwnCalendar, ownCalendars } from '../data/own-calendars'
import { type Query, useQuery } from '../data/queries'
import { unlessGone } from '../data/remove'
import { useText } from '../i18n'
import { secondaryTexts, useSecondaryText } from '../i18n/secondary'
import { needs } from '../lib/needs'
import { Button } from '../ui/button'
import { closeDialog, Dialog } from '../ui/dialog'
import { showToast } from '../ui/toast'
import { FormError } from './form-dialog'
import { changeCalendar, isOwnersAlone, type Visibility, visibilityDecided } from './own-calendars'
import { useSubmit } from './submit'
import { VisibilityChoice } from './visibility-choice'

needs(secondaryTexts)

/** How often it is looked whether calendars that were just connected have been found, and where that is refused. */
const LOOK_MS = 1_000
const REFUSED_MS = 15_000

const untilFound: Query<OwnCalendar[]> = {
  ...ownCalendars,
  refetchInterval: ({ state: { data, status } }) => {
    if ((data as OwnCalendar[] | undefined)?.some(isOwnersAlone)) return false
    return status === 'error' ? REFUSED_MS : LOOK_MS
  },
}

/**
 * Asks what others may see of each own calendar. Nothing is chosen beforehand, and it can be left for later: until then
 * nobody sees anything.
 */
export default function VisibilityQuestion({ onClose }: { onClose: () => void }) {
  const { common } = useText()
  const { account, settings } = useSecondaryText()
  const texts = account.visibility
  const { data = [], isError } = useQuery(untilFound)
  const calendars = data.filter(isOwnersAlone)
  const [answers, setAnswers] = useState<ReadonlyMap<number, Visibility>>(new Map())
  const { isBusy, error, submit } = useSubmit()

  const save = async (form: HTMLElement) => {
    const isSaved = await submit(async () => {
      for (const [id, visibility] of answers) await changeCalendar(id, { visibility }).catch(unlessGone)
    })
    if (!isSaved) return
    if (calendars.every(({ id }) => answers.has(id))) visibilityDecided()
    showToast({ text: texts.saved })
    closeDialog(form)
  }
  const answer = ({ id }: OwnCalendar, visibility: Visibility) => setAnswers(new Map(answers).set(id, visibility))

  return (
    <Dialog
      title={texts.question}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={(event) => closeDialog(event.currentTarget)}>
            {texts.later}
          </Button>
          <Button
            kind="primary"
            busy={isBusy}
            disabled={answers.size === 0}
            onClick={(event) => void save(event.currentTarget)}
          >
            {common.save}
          </Button>
        </>
      }
    >
      {calendars.length > 0 ? (
        calendars.map((calendar) => (
          <VisibilityChoice
            key={calendar.id}
            calendar={calendar}
            legend={calendar.displayName}
            chosen={answers.get(calendar.id) ?? null}
            onChoose={(visibility) => answer(calendar, visibility)}
          />
        ))
      ) : (
        <p class="hint" role="status">
          {isError ? settings.notLoaded : texts.looking}
        </p>
      )}
      <p class="hint">{texts.untilThen}</p>
      <FormError>{error}</FormError>
    </Dialog>
  )
}
