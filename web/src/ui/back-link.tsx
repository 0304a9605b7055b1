import { ArrowLeft } from './icons'

interface BackLinkProps {
  href: string
  /** Where it leads; read aloud and shown on hover. */
  label: string
  class?: string
}

/** An arrow to the page above. */
export function BackLink({ href, label, class: extra = '' }: BackLinkProps) {
  return (
    <a class={`icon-button ${extra}`} href={href} aria-label={label} title={label}>
      <ArrowLeft aria-hidden="true" />
    </a>
  )
}
