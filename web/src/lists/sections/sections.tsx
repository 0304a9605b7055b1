import { useMemo, useRef } from 'preact/hooks'
import { BUILT_IN_SECTIONS } from '../../../../src/household/shopping/built-in'
import { MAX_SECTIONS } from '../../../../src/platform/limits'
import type { List } from '../../data/types'
import { useListsText } from '../../i18n/lists'
import { announce } from '../../ui/announce'
import type { RowsProps } from '../item-row'
import { useSame } from '../same'
import { useSortable } from '../sortable'
import { offerUndo } from '../undo'
import { changeList } from '../writes/queue'
import type { ViewItem } from '../writes/view'
import { fold } from './folded'
import { dropAt, groupsOf, sectionOf } from './groups'
import { moveItem } from './move-item'
import { sectionName } from './names'
import { arranged, filledUp } from './order'
import { keyOfSection, Section } from './section'
import { useWay } from './way'

interface SectionsProps {
  list: List
  /** All items of the list. */
  items: readonly ViewItem[]
  /** Those that are drawn here. */
  open: readonly ViewItem[]
  isShopping: boolean
  rows: RowsProps
}

/** What is left, as the shop has it: by section, in the order in which they are walked through. */
export function Sections({ list, items, open, isShopping, rows }: SectionsProps) {
  const lists = useListsText()
  const element = useRef<HTMLDivElement>(null)
  const { learned, onTick } = useWay(list)
  const byHand = list.sectionOrder ?? []
  const present = [...new Set(open.map(sectionOf))]
  const groups = groupsOf(open, arranged(present, { byHand, learned, usual: BUILT_IN_SECTIONS }))
  const nameOf = (section: string) => sectionName(lists.sections, section)

  const moveRow = (key: string, at: number) => {
    const item = open.find((one) => one.key === key)
    if (item === undefined) return
    const drop = dropAt(groups, key, at)
    const text = lists.movedTo(item.text, nameOf(drop.section))
    const undo = moveItem(list.id, items, item, drop)
    if (drop.section === sectionOf(item)) announce(text)
    else offerUndo({ key, text, undo }, lists.movedBrief)
  }
  const tellRow = (key: string, text: string, at: number) => {
    const { section, before } = dropAt(groups, key, at)
    const others = groups.find((group) => group.section === section)?.items.filter((item) => item.key !== key) ?? []
    const position = before === undefined ? 1 : others.indexOf(before) + 2
    return lists.placeIn(text, position, others.length + 1, nameOf(section))
  }
  const rowHandle = useSortable({
    list: element,
    onMove: moveRow,
    rowsOf: (within) => [...within.querySelectorAll<HTMLElement>('.section-head, .item')],
    first: 1,
    tell: tellRow,
  })

  const moveSection = (key: string, to: number) => {
    const shown = groups.map(({ section }) => section)
    const section = shown.find((one) => keyOfSection(one) === key)
    if (section === undefined) return
    const others = shown.filter((one) => one !== section)
    const placed = others.toSpliced(to, 0, section)
    const change = (sectionOrder: string[]) =>
      changeList({ kind: 'change-list', listId: list.id, text: list.name, change: { sectionOrder } })
    change(filledUp(placed, byHand).slice(0, MAX_SECTIONS))
    announce(lists.moved(nameOf(section), to + 1, shown.length))
    offerUndo({ key, text: lists.orderChanged, undo: () => change([...byHand]) }, () => lists.orderChanged)
  }
  const sectionHandle = useSortable({ list: element, onMove: moveSection, onLift: fold })

  const shown = useSame(
    groups.map(({ items }) => items),
    sectionIn,
  )
  const rowsHere = useMemo(() => ({ ...rows, onTick }), [rows, onTick])
  return (
    <div class="sections" ref={element}>
      {shown.map((items) => (
        <Section
          key={sectionIn(items)}
          section={sectionIn(items)}
          items={items}
          rows={rowsHere}
          rowHandle={isShopping ? null : rowHandle}
          handle={isShopping ? null : sectionHandle}
        />
      ))}
    </div>
  )
}

const sectionIn = (items: readonly ViewItem[]): string => sectionOf(items[0] ?? {})
