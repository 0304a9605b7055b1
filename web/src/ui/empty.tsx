import type { ComponentChildren } from 'preact'

interface EmptyProps {
  icon?: ComponentChildren
  title: string
  body?: string
  /** The title is the page's heading. */
  isPage?: boolean
  /** Buttons or links. */
  children?: ComponentChildren
}

/** Says that there is nothing here. */
export function Empty({ icon, title, body, isPage = false, children }: EmptyProps) {
  return (
    <div class="empty">
      {icon}
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      {body && <p>{body}</p>}
      {children}
    </div>
  )
}

/** The same as a whole page. */
export function EmptyPage(props: Omit<EmptyProps, 'isPage'>) {
  return (
    <main id="main" class="page">
      <Empty isPage {...props} />
    </main>
  )
}
