import { MAX_NAME_LENGTH } from '../../../../src/platform/limits'
import { create } from '../../data/create'
import { usePeople } from '../../data/people'
import { queries, refreshAfter } from '../../data/queries'
import { forget, useKeptText } from '../../data/unfinished'
import { FormError } from '../../forms/form-dialog'
import { useProblems } from '../../forms/problems'
import { Loaded } from '../../forms/section'
import { useSubmit } from '../../forms/submit'
import { useSecondaryText } from '../../i18n/secondary'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { Form } from '../../ui/form'
import { Avatar } from '../../ui/person'

const FORM = 'welcome-person'

/** Who lives here; null: not known yet. */
export function usePeopleOutcome(): string | null {
  const names = usePeople().map(({ name }) => name)
  return names.length === 0 ? null : names.join(', ')
}

/** Asks for those who do not sign in themselves; whoever does is invited further on. */
export function PeopleStep({ onDone }: { onDone: () => void }) {
  const { setup, settings, welcome } = useSecondaryText()
  const { people: texts } = welcome
  const [name, setName] = useKeptText(FORM)
  const { problems, check } = useProblems({ name: name.trim() === '' && settings.needDisplayName })
  const { isBusy, error, submit } = useSubmit({ 409: texts.nameTaken })

  const add = async () => {
    if (!check()) return
    const person = { name: name.trim() }
    if (!(await submit(() => refreshAfter(create('/api/people', person), queries.people)))) return
    forget(FORM)
    setName('')
  }

  return (
    <>
      <p>{texts.explain}</p>
      <Loaded query={queries.people}>
        {(people) => (
          <ul class="welcome-people" aria-label={texts.title}>
            {people.map((person) => (
              <li key={person.id}>
                <Avatar person={{ ...person, isEveryone: false }} />
                {person.name}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Form class="setup-form" onSubmit={() => void add()}>
        <TextField
          label={settings.displayName}
          autoComplete="off"
          maxLength={MAX_NAME_LENGTH}
          value={name}
          onInput={setName}
          error={problems.name}
        />
        <FormError>{error}</FormError>
        <Button type="submit" busy={isBusy}>
          {texts.add}
        </Button>
      </Form>
      <Button kind="primary" onClick={onDone}>
        {setup.next}
      </Button>
    </>
  )
}
