import { Component, type ComponentChildren } from 'preact'
import { useText } from '../i18n'
import { Button } from '../ui/button'
import { EmptyPage } from '../ui/empty'

/** Error boundary around a screen: the navigation stays usable. */
export class CrashBoundary extends Component<{ children: ComponentChildren }, { crashed: boolean }> {
  override state = { crashed: false }

  static override getDerivedStateFromError() {
    return { crashed: true }
  }

  override componentDidCatch(error: unknown) {
    console.error(error)
  }

  override render() {
    return this.state.crashed ? <Crashed /> : this.props.children
  }
}

function Crashed() {
  const { crash } = useText().shell
  return (
    <EmptyPage title={crash.title} body={crash.body}>
      <Button kind="primary" onClick={() => location.reload()}>
        {crash.reload}
      </Button>
    </EmptyPage>
  )
}
