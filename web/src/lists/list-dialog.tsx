import { useState } from 'preact/hooks'
import * as api from '../data/api'
import { ApiError } from '../data/http'
import { listWrites } from '../data/list-writes'
import { queries, queryClient, refresh } from '../data/queries'
import type { List } from '../data/types'
import { useText } from '../i18n'
import { useListsText } from '../i18n/lists'
import { navigate } from '../router'
import { Button } from '../ui/button'
import { closeDialog, Dialog } from '../ui/dialog'
import { SwitchField, TextField } from '../ui/field'

const MAX_NAME = 255

/** Asks for the name and the readers of a new list, or the new name of one. */
export function ListDialog({ list, onClose }: { list?: List; onClose: () => void }) {
  const { common } = useText()
  const lists = useListsText()
  const [name, setName] = useState(list?.name ?? '')
  const [isShared, setShared] = useState(list?.isShared ?? true)
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)

  const create = async () => {
    setBusy(true)
    try {
      const created = await api.lists.create({ name: name.trim(), isShared })
      queryClient.setQueryData<List[]>(queries.lists.queryKey, (before) => [...(before ?? []), created])
      refresh(queries.lists.queryKey)
      navigate(`/lists/${created.id}`, { replace: true })
    } catch (failure) {
      const isOffline = failure instanceof ApiError && failure.status === 0
      setError(isOffline ? lists.needsConnection : lists.notCreated)
      setBusy(false)
    }
  }

  const submit = () => {
    if (name.trim() === '') return setError(lists.nameNeeded)
    if (list === undefined) return void create()
    if (name.trim() !== list.name) {
      listWrites.push({ kind: 'change-list', listId: list.id, text: list.name, change: { name: name.trim() } })
    }
    onClose()
  }

  return (
    <Dialog
      title={list === undefined ? lists.newList : lists.rename}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button kind="quiet" onClick={(event) => closeDialog(event.currentTarget)}>
            {common.cancel}
          </Button>
          <Button kind="primary" type="submit" busy={isBusy}>
            {list === undefined ? lists.create : common.save}
          </Button>
        </>
      }
    >
      <TextField
        label={lists.name}
        value={name}
        onInput={setName}
        maxLength={MAX_NAME}
        placeholder={lists.namePlaceholder}
        autoComplete="off"
        autoFocus
        error={error}
      />
      {list === undefined && (
        <div>
          <SwitchField label={lists.shareWithAll} checked={isShared} onChange={setShared} />
          <p class="hint">{isShared ? lists.shareHint : lists.privateHint}</p>
        </div>
      )}
    </Dialog>
  )
}
