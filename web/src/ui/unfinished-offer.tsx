import { unfinishedTexts, useUnfinishedText } from '../i18n/unfinished'
import { Button } from './button'

await unfinishedTexts

interface UnfinishedOfferProps {
  /** The title or name that was typed; empty when there was none. */
  what: string
  onResume: () => void
  onDiscard: () => void
}

/** Offers what was typed when the form was last left unsaved. */
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
