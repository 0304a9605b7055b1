import type { ComponentChildren } from 'preact'

interface EmptyProps {
  icon?: ComponentChildren
  title: string
  body?: string
  /** What one can do about it. */
  children?: ComponentChildren
}

/** Says kindly that there is nothing here. */
export function Empty({ icon, title, body, children }: EmptyProps) {
  return (
    <div class="empty">
      {icon}
      <h2>{title}</h2>
      {body && <p>{body}</p>}
      {children}
    </div>
  )
}
