import { useRef } from 'preact/hooks'
import { useText } from '../i18n'
import { focusNext } from '../lib/focus'
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
  const offer = useRef<HTMLDivElement>(null)
  // The pressed button goes, and the focus with it.
  const answer = (decide: () => void) => () => {
    const form = offer.current?.closest('dialog')
    decide()
    focusNext(() => (offer.current === null ? form?.querySelector<HTMLElement>('input, textarea') : null))
  }
  return (
    <div ref={offer} class="notice unfinished" role="status">
      <p>{unfinished.offer(what)}</p>
      <div>
        <Button kind="primary" onClick={answer(onResume)}>
          {unfinished.resume}
        </Button>
        <Button kind="quiet" onClick={answer(onDiscard)}>
          {unfinished.discard}
        </Button>
      </div>
    </div>
  )
}
