import { secondaryTexts, useSecondaryText } from '../i18n/secondary'
import { needs } from '../lib/needs'
import { NoticePage } from './empty-pages'

needs(secondaryTexts)

/** The page for addresses that lead nowhere. */
export default function NotFound() {
  const { title, body, home } = useSecondaryText().notFound
  return (
    <NoticePage title={title} body={body}>
      <a class="button primary" href="/">
        {home}
      </a>
    </NoticePage>
  )
}
