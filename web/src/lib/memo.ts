import { Component, type ComponentType, createElement, type FunctionComponent } from 'preact'

/** A component that renders again only when one of its props is not the same (`Object.is`). */
export function memo<P extends object>(draw: FunctionComponent<P>): ComponentType<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>) {
      const before = this.props as Record<string, unknown>
      const after = next as Record<string, unknown>
      return Object.keys({ ...before, ...after }).some((key) => !Object.is(before[key], after[key]))
    }

    override render() {
      return createElement(draw, this.props)
    }
  }
}
