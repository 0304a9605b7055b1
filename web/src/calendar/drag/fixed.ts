import { viewsText } from '../../i18n/views'
import { showToast } from '../../ui/toast'
import type { Entry } from '../entries'

/** Says why an event stays where it is. */
export function tellFixed({ access, readOnly, ownerName }: Entry): void {
  const { drag } = viewsText()
  const words = readOnly || access === 'busy' || ownerName === null ? drag.notYours : drag.onlyTheirs(ownerName)
  showToast({ text: words, slot: 'fixed' })
}
