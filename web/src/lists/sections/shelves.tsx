import type { ComponentChildren } from 'preact'
import { BUILT_IN_SECTIONS } from '../../../../src/household/shopping/built-in'
import type { List } from '../../data/types'
import { useListsText } from '../../i18n/lists'
import { groupsOf, isBySection, sectionOf } from './groups'
import { sectionName } from './names'
import { arranged } from './order'

interface ShelvesProps<I> {
  list: Pick<List, 'kind' | 'grouped' | 'sectionOrder'>
  items: readonly I[]
  row: (item: I) => ComponentChildren
}

/** What is left of a list where others look on: by section, in the order that everybody has put them in, or in one. */
export function Shelves<I extends { section?: string }>({ list, items, row }: ShelvesProps<I>) {
  const lists = useListsText()
  if (!isBySection(list, items)) return <ul>{items.map(row)}</ul>
  const orders = { byHand: list.sectionOrder ?? [], learned: [], usual: BUILT_IN_SECTIONS }
  const order = arranged([...new Set(items.map(sectionOf))], orders)
  return (
    <div class="shelves">
      {groupsOf(items, order).map(({ section, items: inIt }) => {
        const name = sectionName(lists.sections, section)
        return (
          <section key={section}>
            <h3>{name}</h3>
            <ul aria-label={name}>{inIt.map(row)}</ul>
          </section>
        )
      })}
    </div>
  )
}
