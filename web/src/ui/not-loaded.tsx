import { useText } from '../i18n'
import { Button } from './button'
import { Empty } from './empty'
import { CloudOff } from './icons'

interface NotLoadedProps {
  /** What could not be loaded. */
  title: string
  /** The title is the page's heading. */
  isPage?: boolean
  onRetry: () => void
}

/** Stands where an answer is missing, so that no answer is not taken for an empty one. */
export function NotLoaded({ title, isPage = false, onRetry }: NotLoadedProps) {
  const { common } = useText()
  return (
    <Empty isPage={isPage} icon={<CloudOff aria-hidden="true" />} title={title}>
      <Button onClick={onRetry}>{common.tryAgain}</Button>
    </Empty>
  )
}
