import { useState } from 'preact/hooks'
import { zoneQuery } from '../../data/household-zone'
import { useMe } from '../../data/session'
import { Loaded } from '../../forms/section'
import { useText } from '../../i18n'
import { secondaryTexts, useSecondaryText } from '../../i18n/secondary'
import { needs } from '../../lib/needs'
import { createStore, useStore } from '../../lib/store'
import { Button } from '../../ui/button'
import { Step } from '../step'
import { CalendarsStep, useCalendarsOutcome } from './calendars-step'
import { NextSteps } from './next-steps'
import { PeopleStep, usePeopleOutcome } from './people-step'
import { useWhereOutcome, WhereStep } from './where-step'

needs(secondaryTexts)

/** What comes after the first sign-in; everything on it is found elsewhere, too, and may be left out. */
export default function Welcome() {
  const { shell } = useText()
  const { welcome: texts } = useSecondaryText()
  const { isAdmin } = useMe()
  return (
    <main id="main" class="page settings">
      <header class="page-bar">
        <h1>{shell.welcome}</h1>
      </header>
      {isAdmin ? (
        <Loaded query={zoneQuery}>{({ isExplicitlySet }) => <Household knowsWhere={isExplicitlySet} />}</Loaded>
      ) : (
        <section class="settings-section">
          <p>{texts.lead}</p>
          <NextSteps />
        </section>
      )}
    </main>
  )
}

const STEPS = ['where', 'people', 'calendars', 'next'] as const
type StepName = (typeof STEPS)[number]

/** The step that is open, null: not chosen yet. Steps lead to other pages, and whoever comes back goes on there. */
const openStep = createStore<StepName | null>(null)
const setCurrent = (name: StepName) => openStep.set(name)

/** Whoever runs the household goes on where the setup has ended. */
function Household({ knowsWhere }: { knowsWhere: boolean }) {
  const { setup, welcome: texts } = useSecondaryText()
  const [first] = useState<StepName>(knowsWhere ? 'people' : 'where')
  const current = useStore(openStep) ?? first
  const outcomes = {
    where: useWhereOutcome(),
    people: usePeopleOutcome(),
    calendars: useCalendarsOutcome(),
    next: null,
  }
  const step = (name: StepName) => {
    const isPast = STEPS.indexOf(name) < STEPS.indexOf(current)
    return {
      title: texts[name].title,
      position: STEPS.indexOf(name) + 1,
      count: STEPS.length,
      isCurrent: current === name,
      isDone: isPast && outcomes[name] !== null,
      isPast,
      outcome: outcomes[name] ?? texts.later,
      again: (
        <Button kind="quiet" onClick={() => setCurrent(name)}>
          {setup.change}
          <span class="visually-hidden"> {texts[name].title}</span>
        </Button>
      ),
    }
  }
  return (
    <ol class="setup-steps" aria-label={texts.steps}>
      <Step {...step('where')}>
        <WhereStep onDone={() => setCurrent('people')} />
      </Step>
      <Step {...step('people')}>
        <PeopleStep onDone={() => setCurrent('calendars')} />
      </Step>
      <Step {...step('calendars')}>
        <CalendarsStep onDone={() => setCurrent('next')} />
      </Step>
      <Step {...step('next')}>
        <NextSteps />
      </Step>
    </ol>
  )
}
