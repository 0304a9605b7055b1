import { useId, useState } from 'preact/hooks'
import { useListsText } from '../../i18n/lists'
import { memo } from '../../lib/memo'
import { IconButton } from '../../ui/button'
import { GripVertical, Plus } from '../../ui/icons'
import { ItemRow, type RowsProps } from '../item-row'
import type { Handle } from '../sortable'
import type { ViewItem } from '../writes/view'
import { AddHere } from './add-here'
import { sectionName } from './names'

interface SectionProps {
  section: string
  items: readonly ViewItem[]
  rows: RowsProps
  rowHandle: ((key: string, text: string) => Handle) | null
  /** Makes the props of the heading's grip; null: in the shop there is nothing to hit by mistake. */
  handle: ((key: string, text: string) => Handle) | null
}

/** Under which key a section is moved. */
export const keyOfSection = (section: string): string => `section-${section}`

/** A part of the shop: its heading, which stays in sight, and what is to be found there. */
export const Section = memo(Part)

function Part({ section, items, rows, rowHandle, handle }: SectionProps) {
  const lists = useListsText()
  const id = useId()
  const [isAdding, setAdding] = useState(false)
  const name = sectionName(lists.sections, section)
  const key = keyOfSection(section)
  return (
    <section class="shop-section" data-key={key} aria-labelledby={id}>
      <header class="section-head">
        <h2 id={id}>
          {name} <small>{items.filter(({ checked }) => !checked).length}</small>
        </h2>
        {handle && (
          <>
            <IconButton label={lists.addTo(name)} aria-expanded={isAdding} onClick={() => setAdding(true)}>
              <Plus aria-hidden="true" />
            </IconButton>
            <button
              type="button"
              class="grip"
              aria-label={lists.reorder(name)}
              aria-describedby="reorder-how"
              {...handle(key, name)}
            >
              <GripVertical aria-hidden="true" />
            </button>
          </>
        )}
      </header>
      <ul class="card items" aria-labelledby={id} style={{ '--rows': String(items.length) }}>
        {items.map((item) => (
          <ItemRow key={item.key} {...rows} item={item} handle={rowHandle} />
        ))}
      </ul>
      {isAdding && <AddHere listId={rows.listId} section={section} name={name} onClose={() => setAdding(false)} />}
    </section>
  )
}
