import { unfinishedTexts, useUnfinishedText } from '../i18n/unfinished'
import { Button } from './button'

await unfinishedTexts

interface UnfinishedOfferProps {
  /** What it was going to be, in the words that were typed; empty when there were none. */
  what: string
  onResume: () => void
  onDiscard: () => void
}

/** A line above an empty form: the last time it was left before it was saved. */
export default function UnfinishedOffer({ what, onResume, onDiscard }: UnfinishedOfferProps) {
  const texts = useUnfinishedText()
  return (
    <div class="notice unfinished" role="status">
      <p>{texts.offer(what)}</p>
      <div>
        <Button kind="primary" onClick={onResume}>
          {texts.resume}
        </Button>
        <Button kind="quiet" onClick={onDiscard}>
          {texts.discard}
        </Button>
      </div>
    </div>
  )
}
