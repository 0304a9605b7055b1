import type { List } from '../data/types'
import { colorOfId } from '../forms/colors'
import { AnyList, DRAWINGS, isDrawing } from './drawings'
import { fittingDrawing } from './fitting-drawing'

type Marked = Pick<List, 'id' | 'name' | 'icon' | 'color'>

export const colorOf = ({ id, color }: Marked): string => color ?? colorOfId(id)

/** A list's icon in its colour: those it was given, or else ones that fit. */
export function ListMark({ list }: { list: Marked }) {
  return (
    <span class="list-mark person" style={{ '--person': colorOf(list) }} aria-hidden="true">
      <ListIcon icon={list.icon ?? fittingDrawing(list.name)} />
    </span>
  )
}

/** A drawing, or the emoji that somebody has typed. */
function ListIcon({ icon }: { icon: string | null }) {
  if (icon === null) return <AnyList />
  if (!isDrawing(icon)) return <>{firstCharacter(icon)}</>
  const Drawing = DRAWINGS[icon]
  return <Drawing />
}

/** As people count them: an emoji of several code points is one. */
const firstCharacter = (text: string): string => [...new Intl.Segmenter().segment(text)][0]?.segment ?? ''
