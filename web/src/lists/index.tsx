import { listWrites } from '../data/list-writes'
import { listsTexts } from '../i18n/lists'
import { usePlace } from '../router'
import { ListPage } from './list-page'
import { Overview } from './overview'

// Unsent writes are part of the first drawing.
await Promise.all([listsTexts, listWrites.start()])

/** All lists, or one of them. */
export default function Lists() {
  const { path } = usePlace()
  const id = path.match(/^\/lists\/(\d+)$/)?.[1]
  return id === undefined ? <Overview /> : <ListPage key={id} listId={Number(id)} />
}
