import { useText } from '../i18n'
import { Button } from './button'
import { Empty } from './empty'
import { CloudOff } from './icons'

interface NotLoadedProps {
  /** What could not be loaded. */
  title: string
  /** It is all of the page, and its title the page's own. */
  isPage?: boolean
  onRetry: () => void
}

/** Where there would be something, had an answer come: never to be taken for nothing. */
export function NotLoaded({ title, isPage = false, onRetry }: NotLoadedProps) {
  const { common } = useText()
  return (
    <Empty isPage={isPage} icon={<CloudOff aria-hidden="true" />} title={title}>
      <Button onClick={onRetry}>{common.tryAgain}</Button>
    </Empty>
  )
}
