import { needs } from '../lib/needs'
import '../lib/kept-place'
import { listsTexts } from '../i18n/lists'
import { usePlace } from '../router'
import { ListPage } from './list-page'
import { Overview } from './overview'
import { listWrites } from './writes/queue'

// What waits to be sent belongs to the first drawing.
needs(() => Promise.all([listsTexts(), listWrites.open()]))

/** All lists, or one of them. */
export default function Lists() {
  const { path } = usePlace()
  const id = path.match(/^\/lists\/(\d+)$/)?.[1]
  return id === undefined ? <Overview /> : <ListPage key={id} listId={Number(id)} />
}
