import { useState } from 'preact/hooks'
import { assigneesOf } from '../../../src/household/assignees'
import { ApiError } from '../data/http'
import { usePeople } from '../data/people'
import { queries, useQuery } from '../data/queries'
import { useMe } from '../data/session'
import type { List, Person } from '../data/types'
import { useText } from '../i18n'
import { listVerbsTexts, useListVerbsText } from '../i18n/list-verbs'
import { useListsText } from '../i18n/lists'
import { needs } from '../lib/needs'
import { navigate } from '../router'
import { confirm } from '../ui/confirm'
import { Bell, Lock, Pencil, Trash2, Users } from '../ui/icons'
import { lazyDialog } from '../ui/lazy'
import { Menu, type MenuAction } from '../ui/menu'
import { showToast, showUndo, UNDO_MS } from '../ui/toast'
import { duplicate } from './create'
import { Copy, Eraser, FolderInput, Undo } from './menu-icons'
import { MoveDialog } from './move-dialog'
import { useForgetAll } from './suggestions/use-forget-all'
import { offerUndo } from './undo'
import { changeList, listWrites } from './writes/queue'
import { doneItems, type ViewItem } from './writes/view'
import type { ListChange, MovedItem } from './writes/write'

needs(listVerbsTexts)

const NoticesDialog = lazyDialog(() => import('./notices/notices-dialog'))

interface ListMenuProps {
  list: List
  items: readonly ViewItem[]
  onEdit: () => void
}

/** What can be done with a whole list; sharing and deleting are its owner's. */
export function ListMenu({ list, items, onEdit }: ListMenuProps) {
  const { common } = useText()
  const lists = useListsText()
  const verbs = useListVerbsText()
  const me = useMe()
  const people = usePeople()
  const { data: all = [] } = useQuery(queries.lists)
  const [open, setOpen] = useState<'move' | 'notices' | null>(null)
  const close = () => setOpen(null)
  const copy = useDuplicate(list)
  const forgetAll = useForgetAll(list)
  const done = doneItems(items)

  /** Once the moment is over in which it can be taken back, it is sent. */
  const withUndo = (change: ListChange, text: string, brief: (count: number) => string) => {
    const id = changeList(change, UNDO_MS)
    offerUndo({ key: id, text, undo: () => listWrites.cancel(id) }, () => brief(done.length))
  }
  const untick = () => {
    const items = done.map(({ name }) => name)
    withUndo({ kind: 'untick', listId: list.id, items, text: list.name }, verbs.unticked(done.length), verbs.unticked)
  }
  const moveTo = (to: List) => {
    const change = { listId: list.id, toListId: to.id, items: done.map(movedOf), text: list.name }
    withUndo({ kind: 'move-checked', ...change }, verbs.moved(done.length, to.name), verbs.movedBrief)
  }
  const share = () => setShared(true)
  const unshare = () => {
    const id = setShared(false, UNDO_MS)
    const isOther = ({ memberId }: Person) => memberId !== null && memberId !== me.id
    const isOfOthers = items.some((item) => assigneesOf(item, people).some(isOther))
    const text = (isOfOthers ? verbs.unsharedChores : verbs.unshared)(list.name)
    showUndo(text, common.undo, () => listWrites.cancel(id))
  }
  const setShared = (isShared: boolean, delayMs?: number) =>
    changeList({ kind: 'change-list', listId: list.id, text: list.name, change: { isShared } }, delayMs)
  const remove = async () => {
    const title = lists.deleteTitle(list.name)
    if (!(await confirm({ title, body: lists.deleteBody, action: common.delete, danger: true }))) return
    removeWithUndo(list)
  }
  const removeWithUndo = ({ id: listId, name: text }: List) => {
    const id = changeList({ kind: 'delete-list', listId, text }, UNDO_MS)
    navigate('/lists')
    showUndo(lists.listDeleted(text), common.undo, () => listWrites.cancel(id))
  }

  const actions: (MenuAction | false)[] = [
    { label: lists.editList, icon: <Pencil aria-hidden="true" />, run: onEdit },
    { label: verbs.duplicate, icon: <Copy aria-hidden="true" />, run: () => void copy() },
    // Who has done a chore stays known.
    done.length > 0 &&
      list.kind !== 'chores' && { label: verbs.untick, icon: <Undo aria-hidden="true" />, run: untick },
    done.length > 0 &&
      all.length > 1 && {
        label: verbs.move,
        icon: <FolderInput aria-hidden="true" />,
        run: () => setOpen('move'),
      },
    list.kind === 'shopping' && {
      label: lists.line.forgetAll,
      icon: <Eraser aria-hidden="true" />,
      run: () => void forgetAll(),
    },
    list.isShared && { label: verbs.notices.open, icon: <Bell aria-hidden="true" />, run: () => setOpen('notices') },
    list.ownerId === me.id && {
      label: list.isShared ? lists.unshare : lists.share,
      icon: list.isShared ? <Lock aria-hidden="true" /> : <Users aria-hidden="true" />,
      run: list.isShared ? unshare : share,
    },
    list.ownerId === me.id && {
      label: lists.deleteList,
      icon: <Trash2 aria-hidden="true" />,
      danger: true,
      run: () => void remove(),
    },
  ]
  return (
    <>
      <Menu label={common.more} actions={actions.filter((action) => action !== false)} />
      {open === 'move' && <MoveDialog from={list} count={done.length} onChoose={moveTo} onClose={close} />}
      {open === 'notices' && <NoticesDialog list={list} onClose={close} />}
    </>
  )
}

/** An item as the list to which it goes draws it. */
function movedOf({ name, key, checked, rank, isWaiting, doneBy, doneAt, ...content }: ViewItem): MovedItem {
  return { item: name, ...content }
}

/** Makes a list of the same items and opens it; for a moment that can be taken back. */
function useDuplicate(list: List): () => Promise<void> {
  const { common } = useText()
  const lists = useListsText()
  const verbs = useListVerbsText()
  return async () => {
    try {
      const made = await duplicate(list, verbs.copyOf(list.name))
      navigate(`/lists/${made.id}`)
      showUndo(verbs.duplicated(made.name), common.undo, () => {
        changeList({ kind: 'delete-list', listId: made.id, text: made.name })
        navigate(`/lists/${list.id}`)
      })
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      showToast({ text: failure.status === 0 ? lists.needsConnection : verbs.notDuplicated })
    }
  }
}
