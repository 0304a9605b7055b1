import { useEffect, useRef, useState } from 'preact/hooks'
import { usePeople } from '../data/people'
import { changeReminderPreferences, reminderPreferences } from '../data/reminder-preferences'
import { memberId } from '../data/session'
import type { ReminderPreferences as Preferences, ReminderTime } from '../data/types'
import { useChoices } from '../forms/choices'
import { FormError } from '../forms/form-dialog'
import { leadMessage } from '../forms/lead-message'
import { ALL_DAY_REMINDERS, TIMED_REMINDERS } from '../forms/reminder-times'
import { Loaded, Section } from '../forms/section'
import { useEventFormText } from '../i18n/event-form'
import { useFormats } from '../i18n/format'
import { useSecondaryText } from '../i18n/secondary'
import { LANGUAGES } from '../lib/preferences'
import { Labelled, SelectField, SwitchField } from '../ui/field'
import { TimeField } from '../ui/time-field'
import { showToast } from '../ui/toast'

const NIGHT = { start: '22:00', end: '07:00' }
const MORNING = '07:00'
/** Of a time that is being typed, the last counts. */
const TYPED_MS = 700

/** What a member wants to be reminded of, when, and in which language; on all devices alike. */
export function ReminderPreferences() {
  const { reminders } = useSecondaryText()
  return (
    <Section title={reminders.title}>
      <Loaded query={reminderPreferences}>{(preferences) => <Fields preferences={preferences} />}</Loaded>
    </Section>
  )
}

function Fields({ preferences }: { preferences: Preferences }) {
  const { reminders, account } = useSecondaryText()
  const { choices, choose, error } = useChoices(preferences, changeReminderPreferences)
  const { defaultTimed, defaultAllDay, shared, quietHours, morning, language } = choices
  const change = async (choice: Partial<Preferences>) => {
    if (await choose(choice)) showToast({ text: reminders.saved, slot: 'reminders' })
  }
  return (
    <>
      <LeadField
        label={reminders.newEvents}
        presets={TIMED_REMINDERS}
        chosen={defaultTimed}
        onChange={(minutes) => void change({ defaultTimed: minutes })}
      />
      <LeadField
        isAllDay
        label={reminders.newDays}
        presets={ALL_DAY_REMINDERS}
        chosen={defaultAllDay}
        onChange={(minutes) => void change({ defaultAllDay: minutes })}
      />
      <SharedField chosen={shared} onChange={(words) => void change({ shared: words })} />
      <div class="switched-fields">
        <SwitchField
          label={reminders.quiet}
          checked={quietHours !== null}
          onChange={(isOn) => void change({ quietHours: isOn ? NIGHT : null })}
        />
        {quietHours !== null && (
          <QuietFields chosen={quietHours} onChange={(hours) => void change({ quietHours: hours })} />
        )}
        <p class="hint">{reminders.quietHint}</p>
      </div>
      <div class="switched-fields">
        <SwitchField
          label={reminders.morning}
          checked={morning !== null}
          onChange={(isOn) => void change({ morning: isOn ? MORNING : null })}
        />
        {morning !== null && <MorningField chosen={morning} onChange={(time) => void change({ morning: time })} />}
        <p class="hint">{reminders.morningHint}</p>
      </div>
      <SelectField
        label={reminders.language}
        value={language}
        options={LANGUAGES.map((value) => ({ value, label: account.device.languages[value] }))}
        onChange={(value) => void change({ language: value })}
      />
      <FormError>{error}</FormError>
    </>
  )
}

interface LeadFieldProps {
  label: string
  isAllDay?: boolean
  presets: readonly ReminderTime[]
  chosen: number | null
  onChange: (minutes: number | null) => void
}

function LeadField({ label, isAllDay = false, presets, chosen, onChange }: LeadFieldProps) {
  const form = useEventFormText()
  const formats = useFormats()
  const minutes = new Set(presets.filter((one) => typeof one === 'number'))
  if (chosen !== null) minutes.add(chosen)
  const sorted = [...minutes].sort((a, b) => a - b)
  return (
    <SelectField
      label={label}
      value={String(chosen)}
      options={[
        { value: 'null', label: form.noReminder },
        ...sorted.map((one) => ({ value: String(one), label: leadMessage(one, isAllDay, { form, formats }) })),
      ]}
      onChange={(value) => onChange(JSON.parse(value))}
    />
  )
}

type Shared = Preferences['shared']

const SHARED = {
  all: ['all'],
  me: ['me'],
  children: ['children'],
  both: ['me', 'children'],
  nothing: [],
} satisfies Record<string, Shared>
type SharedChoice = keyof typeof SHARED

function SharedField({ chosen, onChange }: { chosen: Shared; onChange: (words: Shared) => void }) {
  const { shared, sharedHint } = useSecondaryText().reminders
  const managesSomebody = usePeople().some(({ managerIds }) => managerIds.includes(memberId.get() ?? 0))
  const value = choiceOf(chosen)
  const choices = (Object.keys(SHARED) as SharedChoice[]).filter(
    (one) => managesSomebody || one === value || !(SHARED[one] as Shared).includes('children'),
  )
  return (
    <SelectField
      label={shared.label}
      hint={sharedHint}
      value={value}
      options={choices.map((one) => ({ value: one, label: shared[one] }))}
      onChange={(one) => onChange([...SHARED[one]])}
    />
  )
}

function choiceOf(chosen: Shared): SharedChoice {
  if (chosen.includes('all')) return 'all'
  if (chosen.includes('me')) return chosen.includes('children') ? 'both' : 'me'
  return chosen.includes('children') ? 'children' : 'nothing'
}

type QuietHours = NonNullable<Preferences['quietHours']>

function QuietFields({ chosen, onChange }: { chosen: QuietHours; onChange: (hours: QuietHours) => void }) {
  const { reminders } = useSecondaryText()
  const [typed, setTyped] = useTyped(chosen, ({ start, end }) => start !== '' && end !== '' && start !== end, onChange)
  const set = (part: keyof QuietHours) => (time: string) => setTyped({ ...typed, [part]: time })
  return (
    <div class="field-pair">
      <ClockField label={reminders.from} value={typed.start} onChange={set('start')} />
      <ClockField
        label={reminders.until}
        value={typed.end}
        onChange={set('end')}
        error={typed.start === typed.end ? reminders.different : undefined}
      />
    </div>
  )
}

function MorningField({ chosen, onChange }: { chosen: string; onChange: (time: string) => void }) {
  const { reminders } = useSecondaryText()
  const [typed, setTyped] = useTyped(chosen, (time) => time !== '', onChange)
  return <ClockField label={reminders.at} value={typed} onChange={setTyped} />
}

interface ClockFieldProps {
  label: string
  value: string
  error?: string | undefined
  onChange: (time: string) => void
}

function ClockField({ label, error, ...time }: ClockFieldProps) {
  return (
    <Labelled {...{ label, error }}>
      {({ id, 'aria-describedby': describedBy }) => (
        <TimeField {...time} {...{ id, label, describedBy }} isInvalid={error !== undefined} />
      )}
    </Labelled>
  )
}

/** What is chosen, or what is typed until that is told: a moment after it was typed, or when somebody goes on before that. */
function useTyped<T>(chosen: T, isWhole: (value: T) => boolean, onChange: (value: T) => void) {
  const [typed, setTyped] = useState<T | null>(null)
  const tell = useRef(() => {})
  tell.current = () => {
    if (typed !== null && isWhole(typed) && JSON.stringify(typed) !== JSON.stringify(chosen)) onChange(typed)
  }
  useEffect(() => {
    if (typed === null || !isWhole(typed)) return
    const timer = setTimeout(() => {
      // What is chosen counts from then on, also on another device.
      setTyped(null)
      tell.current()
    }, TYPED_MS)
    return () => clearTimeout(timer)
  }, [JSON.stringify(typed)])
  useEffect(() => () => tell.current(), [])
  return [typed ?? chosen, setTyped] as const
}
