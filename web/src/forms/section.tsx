import '../lib/kept-place'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { type Query, refresh, useQuery } from '../data/queries'
import { useText } from '../i18n'
import { useSecondaryText } from '../i18n/secondary'
import { Button } from '../ui/button'
import { Loading } from '../ui/loading'

interface SectionProps {
  title: string
  hint?: string
  /** A button beside the title. */
  action?: ComponentChildren
  children: ComponentChildren
}

/** A titled card of a settings page. */
export function Section({ title, hint, action, children }: SectionProps) {
  const id = useId()
  return (
    <section class="settings-section" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {action}
      </header>
      {hint && <p class="hint">{hint}</p>}
      {children}
    </section>
  )
}

interface SettingRowProps {
  title: ComponentChildren
  hint?: ComponentChildren
  /** What can be done about it. */
  children?: ComponentChildren
}

/** A line of a section: a state, and beside it its buttons. */
export function SettingRow({ title, hint, children }: SettingRowProps) {
  return (
    <div class="setting-row">
      <div class="setting-words">
        <p>{title}</p>
        {hint && <p class="hint">{hint}</p>}
      </div>
      {children}
    </div>
  )
}

interface LoadedProps<T> {
  query: Query<T>
  /** Of the section that is drawn only where the answer holds something. */
  title?: string
  children: (answer: T) => ComponentChildren
}

/** Draws a query's answer; until then that it is loading, or that it failed. */
export function Loaded<T>({ query, title, children }: LoadedProps<T>) {
  const { data, isFetching, errorUpdateCount } = useQuery(query)
  if (data !== undefined) return <>{children(data)}</>
  if (isFetching) return <Loading isFirst={errorUpdateCount === 0} />
  const failed = <Failed query={query} />
  return title ? <Section title={title}>{failed}</Section> : failed
}

/** Asks for nothing itself: whoever looks at an answer that failed asks for it again. */
function Failed<T>({ query }: { query: Pick<Query<T>, 'queryKey'> }) {
  const { common } = useText()
  const { settings } = useSecondaryText()
  return (
    <div class="notice bad not-loaded" role="alert">
      <p>{settings.notLoaded}</p>
      <Button onClick={() => refresh(query.queryKey)}>{common.tryAgain}</Button>
    </div>
  )
}
