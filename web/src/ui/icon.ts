import type { IconNode } from 'lucide'
import { type FunctionComponent, h } from 'preact'

interface IconProps {
  class?: string
  'aria-hidden'?: 'true'
  'aria-label'?: string
}

const PEN = {
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  'stroke-width': 2,
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
} as const

/** A component that draws the shapes; hidden from screen readers unless it has a label. */
export function icon(shapes: IconNode): FunctionComponent<IconProps> {
  return (props) => {
    const hidden = props['aria-label'] === undefined ? ({ 'aria-hidden': 'true' } as const) : {}
    return h(
      'svg',
      { ...PEN, ...hidden, ...props, class: `lucide ${props.class ?? ''}` },
      shapes.map(([tag, attributes]) => h(tag, attributes)),
    )
  }
}
