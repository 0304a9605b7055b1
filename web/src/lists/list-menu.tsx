import { useMe } from '../data/session'
import type { List } from '../data/types'
import { useText } from '../i18n'
import { useListsText } from '../i18n/lists'
import { navigate } from '../router'
import { confirm } from '../ui/confirm'
import { Lock, Pencil, Trash2, Users } from '../ui/icons'
import { Menu, type MenuAction } from '../ui/menu'
import { showUndo, UNDO_MS } from '../ui/toast'
import { changeList, listWrites } from './writes/queue'

/** What can be done with a whole list; sharing and deleting are its owner's. */
export function ListMenu({ list, onRename }: { list: List; onRename: () => void }) {
  const { common } = useText()
  const lists = useListsText()
  const me = useMe()
  const isOwner = list.ownerId === me.id

  const share = () => {
    const change = { isShared: !list.isShared }
    changeList({ kind: 'change-list', listId: list.id, text: list.name, change })
  }
  const remove = async () => {
    const title = lists.deleteTitle(list.name)
    if (!(await confirm({ title, body: lists.deleteBody, action: common.delete, danger: true }))) return
    const id = changeList({ kind: 'delete-list', listId: list.id, text: list.name }, UNDO_MS)
    navigate('/lists')
    showUndo(lists.listDeleted(list.name), common.undo, () => listWrites.cancel(id))
  }

  const actions: MenuAction[] = [{ label: lists.rename, icon: <Pencil aria-hidden="true" />, run: onRename }]
  if (isOwner) {
    actions.push(
      {
        label: list.isShared ? lists.unshare : lists.share,
        icon: list.isShared ? <Lock aria-hidden="true" /> : <Users aria-hidden="true" />,
        run: share,
      },
      { label: lists.deleteList, icon: <Trash2 aria-hidden="true" />, danger: true, run: () => void remove() },
    )
  }
  return <Menu label={common.more} actions={actions} />
}
