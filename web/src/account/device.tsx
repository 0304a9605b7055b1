import { useState } from 'preact/hooks'
import { ApiError } from '../data/http'
import { changeMemberPreferences, withoutNulls } from '../data/member-preferences'
import { FormError } from '../forms/form-dialog'
import { Section, SettingRow } from '../forms/section'
import { messageFor } from '../forms/submit'
import { useFormats } from '../i18n/format'
import { useSecondaryText } from '../i18n/secondary'
import { choices, choose, LANGUAGES, type Language, type Preferences } from '../lib/preferences'
import { useStore } from '../lib/store'
import { dayOfIso } from '../lib/tz'
import { Button } from '../ui/button'
import { SelectField, SwitchField } from '../ui/field'
import { Segmented } from '../ui/segmented'
import { setWeekNumbers, weekNumbers } from '../ui/week-numbers'

const AUTO = 'auto'
/** Where weeks begin somewhere in the world: Monday, Saturday, Sunday. */
const FIRST_WEEKDAYS = [1, 6, 0]
const SOME_SUNDAY = dayOfIso('2026-11-15')

/** Language, weeks, hours and appearance: on all devices of the member, or on this one alone. */
export function Device() {
  const { account, settings } = useSecondaryText()
  const texts = account.device
  const { device, member } = useStore(choices)
  const [scope, setScope] = useState<'all' | 'here'>('all')
  const [error, setError] = useState('')
  const isHere = scope === 'here'
  const differing = Object.keys(device) as (keyof Preferences)[]
  const names = differing.map((name) => ({ ...texts, hourCycle: texts.hours })[name]).join(', ')

  const change = async (chosen: Partial<Preferences>) => {
    setError('')
    if (isHere) return choose({ device: withoutNulls({ ...device, ...chosen }) })
    try {
      await changeMemberPreferences(chosen)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(messageFor(failure, settings, {}))
    }
  }
  return (
    <Section title={texts.title}>
      <Segmented
        label={texts.scope}
        value={scope}
        options={(['all', 'here'] as const).map((value) => ({ value, label: texts.scopes[value] }))}
        onChange={setScope}
      />
      {isHere && <p class="hint">{texts.hereHint}</p>}
      {!isHere && differing.length > 0 && (
        <SettingRow title={texts.differs(names)}>
          <Button onClick={() => choose({ device: {} })}>{texts.alike}</Button>
        </SettingRow>
      )}
      <Choices
        chosen={isHere ? device : member}
        auto={isHere ? [texts.byMember, texts.same] : [texts.byBrowser, texts.themes.auto]}
        onChange={(chosen) => void change(chosen)}
      />
      <SwitchField label={texts.weekNumbers} checked={useStore(weekNumbers)} onChange={setWeekNumbers} />
      <FormError>{error}</FormError>
    </Section>
  )
}

interface ChoicesProps {
  chosen: Partial<Preferences>
  /** What it is called that nothing is chosen: in a list, and where there is little room. */
  auto: readonly [string, string]
  onChange: (chosen: Partial<Preferences>) => void
}

function Choices({ chosen, auto: [auto, short], onChange }: ChoicesProps) {
  const { device } = useSecondaryText().account
  const formats = useFormats()
  return (
    <>
      <SelectField
        label={device.language}
        value={chosen.language ?? AUTO}
        options={[
          { value: AUTO, label: auto },
          ...LANGUAGES.map((language) => ({ value: language, label: device.languages[language] })),
        ]}
        onChange={(value) => onChange({ language: value === AUTO ? null : (value as Language) })}
      />
      <SelectField
        label={device.firstWeekday}
        value={String(chosen.firstWeekday ?? AUTO)}
        options={[
          { value: AUTO, label: auto },
          ...FIRST_WEEKDAYS.map((day) => ({ value: String(day), label: formats.weekday(SOME_SUNDAY + day) })),
        ]}
        onChange={(value) => onChange({ firstWeekday: value === AUTO ? null : Number(value) })}
      />
      <Choice
        label={device.hours}
        value={chosen.hourCycle ?? null}
        words={{ ...device.hourCycles, auto: short }}
        options={['h23', 'h12']}
        onChange={(hourCycle) => onChange({ hourCycle })}
      />
      <Choice
        label={device.theme}
        value={chosen.theme ?? null}
        words={{ ...device.themes, auto: short }}
        options={['light', 'dark']}
        onChange={(theme) => onChange({ theme })}
      />
    </>
  )
}

interface ChoiceProps<T extends string> {
  label: string
  /** Null: left to the browser. */
  value: T | null
  options: readonly T[]
  words: Record<T | 'auto', string>
  onChange: (value: T | null) => void
}

function Choice<T extends NonNullable<Preferences['hourCycle'] | Preferences['theme']>>(props: ChoiceProps<T>) {
  const { label, value, options, words, onChange } = props
  const all: (T | 'auto')[] = [AUTO, ...options]
  return (
    <div class="choice">
      <span class="label" aria-hidden="true">
        {label}
      </span>
      <Segmented<T | 'auto'>
        label={label}
        value={value ?? AUTO}
        options={all.map((option) => ({ value: option, label: words[option] }))}
        onChange={(option) => onChange(option === AUTO ? null : (option as T))}
      />
    </div>
  )
}
