import { unlessGone } from '../data/remove'
import { FormError } from '../forms/form-dialog'
import { useMomentText } from '../forms/moment'
import { Loaded, Section } from '../forms/section'
import { useSubmit } from '../forms/submit'
import { useSecondaryText } from '../i18n/secondary'
import { Button } from '../ui/button'
import { confirm } from '../ui/confirm'
import { Avatar } from '../ui/person'
import { showToast } from '../ui/toast'
import type { Applicant } from './api'
import * as api from './api'
import { adminQueries, refreshAdmin } from './queries'

/** People who wait to be let into the household; draws nothing where nobody waits. */
export function Admissions() {
  const { admissions: texts } = useSecondaryText().admin
  return (
    <Loaded query={adminQueries.admissions} title={texts.title}>
      {(waiting) =>
        waiting.length > 0 && (
          <Section title={texts.title} hint={texts.hint}>
            <ul class="rows">
              {waiting.map((applicant) => (
                <ApplicantRow key={applicant.id} applicant={applicant} />
              ))}
            </ul>
          </Section>
        )
      }
    </Loaded>
  )
}

/** The person before the household: name and address are what their provider says of them. */
function ApplicantRow({ applicant: { id, displayName, email, createdAt } }: { applicant: Applicant }) {
  const { admissions: texts } = useSecondaryText().admin
  const momentText = useMomentText()
  const { error, submit } = useSubmit()
  const name = displayName ?? texts.nameless

  // Another admin may have been quicker.
  const decide = (work: () => Promise<unknown>) => submit(() => work().catch(unlessGone)).finally(refreshAdmin)

  const letIn = async () => {
    const body = email === null ? texts.letInBody : `${email}. ${texts.letInBody}`
    if (!(await confirm({ title: texts.letInTitle(name), body, action: texts.letIn }))) return
    await decide(async () => {
      await api.admit(id)
      showToast({ text: texts.wasLetIn(name) })
    })
  }

  return (
    <li class="member-row">
      <Avatar person={{ name: displayName, color: '#6B6560', isEveryone: false }} size="large" />
      <div class="member-words">
        <p>
          <strong>{name}</strong>
        </p>
        <p class="hint">{[...(email === null ? [] : [email]), texts.asked(momentText(createdAt))].join(' · ')}</p>
        <div class="admission-buttons">
          <Button onClick={() => void letIn()}>
            {texts.letIn}
            <span class="visually-hidden"> {name}</span>
          </Button>
          <Button kind="quiet" onClick={() => void decide(() => api.turnAway(id))}>
            {texts.turnAway}
            <span class="visually-hidden"> {name}</span>
          </Button>
        </div>
        <FormError>{error}</FormError>
      </div>
    </li>
  )
}
