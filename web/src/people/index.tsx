import { useState } from 'preact/hooks'
import { queries } from '../data/queries'
import { useMe } from '../data/session'
import { Loaded, Section } from '../forms/section'
import { useText } from '../i18n'
import { secondaryTexts, useSecondaryText } from '../i18n/secondary'
import { needs } from '../lib/needs'
import { BackLink } from '../ui/back-link'
import { Button } from '../ui/button'
import { Plus } from '../ui/icons'
import { Birthdays } from './birthdays'
import { PersonDialog } from './person-dialog'
import { PersonRow } from './person-row'

needs(secondaryTexts)

/** Everybody whom an event can be for, in the order in which they are drawn. */
export default function People() {
  const { shell } = useText()
  const { people: texts } = useSecondaryText()
  const { isAdmin } = useMe()
  const [isAdding, setAdding] = useState(false)
  return (
    <main id="main" class="page settings">
      <header class="page-bar">
        <BackLink href="/account" label={shell.account} />
        <h1>{texts.title}</h1>
      </header>
      <Section
        title={texts.everybody}
        hint={texts.hint}
        action={
          isAdmin && (
            <Button kind="primary" onClick={() => setAdding(true)}>
              <Plus aria-hidden="true" />
              {texts.add}
            </Button>
          )
        }
      >
        <Loaded query={queries.people}>
          {(people) => (
            <>
              <ul class="rows">
                {people.map((person) => (
                  <PersonRow key={person.id} person={person} people={people} />
                ))}
              </ul>
              {isAdding && <PersonDialog person={null} people={people} onClose={() => setAdding(false)} />}
            </>
          )}
        </Loaded>
      </Section>
      <Birthdays />
    </main>
  )
}
