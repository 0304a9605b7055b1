import type { ComponentChildren } from 'preact'
import { type Query, refresh, useQuery } from '../data/queries'
import { useText } from '../i18n'
import { useSeldomText } from '../i18n/seldom'
import { Button } from '../ui/button'

interface LoadedProps<T> {
  query: Query<T>
  children: (answer: T) => ComponentChildren
}

/** What stands in a section once its question is answered; until then that it is awaited, or that it did not come. */
export function Loaded<T>({ query, children }: LoadedProps<T>) {
  const { common } = useText()
  const { settings } = useSeldomText()
  const { data, isFetching } = useQuery(query)
  if (data !== undefined) return <>{children(data)}</>
  if (isFetching) {
    return (
      <p class="hint" role="status">
        {common.loading}
      </p>
    )
  }
  return (
    <div class="notice bad not-loaded" role="alert">
      <p>{settings.notLoaded}</p>
      <Button onClick={() => refresh(query.queryKey)}>{common.tryAgain}</Button>
    </div>
  )
}
