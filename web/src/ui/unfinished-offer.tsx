import { useText } from '../i18n'
import { Button } from './button'

interface UnfinishedOfferProps {
  /** The title or name that was typed; empty when there was none. */
  what: string
  onResume: () => void
  onDiscard: () => void
}

/** Offers what was typed when the form was last left unsaved. */
export default function UnfinishedOffer({ what, onResume, onDiscard }: UnfinishedOfferProps) {
  const { unfinished } = useText()
  return (
    <div class="notice unfinished" role="status">
      <p>{unfinished.offer(what)}</p>
      <div>
        <Button kind="primary" onClick={onResume}>
          {unfinished.resume}
        </Button>
        <Button kind="quiet" onClick={onDiscard}>
          {unfinished.discard}
        </Button>
      </div>
    </div>
  )
}
