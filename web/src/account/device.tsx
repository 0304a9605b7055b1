import { Section } from '../forms/section'
import { useFormats } from '../i18n/format'
import { useSecondaryText } from '../i18n/secondary'
import { LANGUAGES, type Language, type Preferences, prefer, usePreferences } from '../lib/preferences'
import { dayOfIso } from '../lib/tz'
import { SelectField } from '../ui/field'
import { Segmented } from '../ui/segmented'

const AUTO = 'auto'
/** Where weeks begin somewhere in the world: Monday, Saturday, Sunday. */
const FIRST_WEEKDAYS = [1, 6, 0]
const SOME_SUNDAY = dayOfIso('2026-11-15')

/** Language, weeks, hours and appearance, kept on this device. */
export function Device() {
  const { account } = useSecondaryText()
  const { device } = account
  const chosen = usePreferences()
  const formats = useFormats()
  return (
    <Section title={device.title}>
      <SelectField
        label={device.language}
        value={chosen.language ?? AUTO}
        options={[
          { value: AUTO, label: device.byBrowser },
          ...LANGUAGES.map((language) => ({ value: language, label: device.languages[language] })),
        ]}
        onChange={(value) => prefer({ language: value === AUTO ? null : (value as Language) })}
      />
      <SelectField
        label={device.firstWeekday}
        value={String(chosen.firstWeekday ?? AUTO)}
        options={[
          { value: AUTO, label: device.byBrowser },
          ...FIRST_WEEKDAYS.map((day) => ({ value: String(day), label: formats.weekday(SOME_SUNDAY + day) })),
        ]}
        onChange={(value) => prefer({ firstWeekday: value === AUTO ? null : Number(value) })}
      />
      <Choice
        label={device.hours}
        value={chosen.hourCycle}
        words={device.hourCycles}
        options={['h23', 'h12']}
        onChange={(hourCycle) => prefer({ hourCycle })}
      />
      <Choice
        label={device.theme}
        value={chosen.theme}
        words={device.themes}
        options={['light', 'dark']}
        onChange={(theme) => prefer({ theme })}
      />
    </Section>
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
