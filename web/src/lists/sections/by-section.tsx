import { LayoutList } from 'lucide'
import type { List } from '../../data/types'
import { useListsText } from '../../i18n/lists'
import { IconButton } from '../../ui/button'
import { icon } from '../../ui/icon'
import { changeList } from '../writes/queue'

const InSections = icon(LayoutList)

/** Whether a shopping list stands as the shop has it, or in the order in which it was written; for everyone. */
export function BySectionButton({ list }: { list: List }) {
  const lists = useListsText()
  const isGrouped = list.grouped === true
  const toggle = () =>
    changeList({ kind: 'change-list', listId: list.id, text: list.name, change: { grouped: !isGrouped } })
  return (
    <IconButton class="by-section" label={lists.bySection} aria-pressed={isGrouped} onClick={toggle}>
      <InSections aria-hidden="true" />
    </IconButton>
  )
}
