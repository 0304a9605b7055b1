import { useZone } from '../../data/session'
import { useText } from '../../i18n'
import { useUnsavedText } from '../../i18n/unsaved'
import { Button } from '../../ui/button'
import { useHousehold } from '../data'
import type { Entry } from '../entries'
import Comparison from '../parts/comparison'
import { useReason } from '../parts/form-messages'
import { letGo } from '../parts/let-go'
import { tryAgain } from '../writes/actions'
import { isClash } from '../writes/changes'
import { nameOf } from '../writes/name'
import type { Write } from '../writes/write'
import { entryOf } from './entry-of'
import { Row } from './row'
import { Wanted } from './wanted'

interface ItemProps {
  write: Write
  onEdit: (entry: Entry) => void
}

/** One change: what was wanted, what stands now, why it failed, and the ways on. */
export function Item({ write, onEdit }: ItemProps) {
  const { common } = useText()
  const unsaved = useUnsavedText()
  const reasonOf = useReason()
  const zone = useZone()
  const { id, kind, reason, current } = write
  const entry = entryOf(write, zone, useHousehold())
  const clash = current !== null && isClash(write, current) ? { write, current } : null
  return (
    <Row
      name={nameOf(write)}
      what={unsaved.kinds[kind]}
      state={reasonOf(reason)}
      hasFailed
      details={clash === null ? <Wanted write={write} /> : <Comparison {...clash} />}
    >
      {clash === null && <Button onClick={() => tryAgain(id)}>{common.tryAgain}</Button>}
      {entry !== null && <Button onClick={() => onEdit(entry)}>{common.edit}</Button>}
      <Button kind="danger" onClick={() => void letGo(write)}>
        {unsaved.discard}
      </Button>
    </Row>
  )
}
