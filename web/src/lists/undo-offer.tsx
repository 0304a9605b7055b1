import { useEffect } from 'preact/hooks'
import { useText } from '../i18n'
import { useListsText } from '../i18n/lists'
import { UNDO_KEY } from '../lib/shortcuts'
import { Button } from '../ui/button'
import { undoAll, useOffer, withdraw } from './undo'

/** What was done last and can be taken back, in the line for new items: there it covers nothing. */
export function UndoOffer() {
  const { common } = useText()
  const lists = useListsText()
  const offer = useOffer()
  useEffect(() => withdraw, [])
  const count = offer?.done.length ?? 0
  const brief = offer?.brief(count)
  return (
    <div class="undo-offer" role="status">
      {count > 0 && (
        <>
          <span class="visually-hidden">{count === 1 ? offer?.done[0]?.text : brief}</span>
          <span aria-hidden="true">{brief}</span>
          <Button {...UNDO_KEY} onClick={undoAll}>
            {count === 1 ? common.undo : lists.undoAll}
          </Button>
        </>
      )}
    </div>
  )
}
