import { useState } from 'preact/hooks'
import { MAX_LIST_NAME_LENGTH } from '../../../src/platform/limits'
import * as api from '../data/api'
import { ApiError } from '../data/http'
import { queries, queryClient, refresh } from '../data/queries'
import type { List } from '../data/types'
import { useFields } from '../data/unfinished'
import { useText } from '../i18n'
import { useListsText } from '../i18n/lists'
import { navigate } from '../router'
import { Button } from '../ui/button'
import { closeDialog, Dialog } from '../ui/dialog'
import { SwitchField, TextField } from '../ui/field'
import { UnfinishedOffer } from '../ui/unfinished'
import { changeList } from './writes/queue'

/** Asks for the name and the readers of a new list, or the new name of one. */
export function ListDialog({ list, onClose }: { list?: List; onClose: () => void }) {
  const { common } = useText()
  const lists = useListsText()
  const { fields, change, offer } = useFields(
    list === undefined ? 'new-list' : `list-${list.id}-name`,
    { name: list?.name ?? '', isShared: list?.isShared ?? true },
    { nameOf: ({ name = '' }) => name.trim() },
  )
  const { name, isShared } = fields
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)

  const create = async () => {
    setBusy(true)
    try {
      const created = await api.lists.create({ name: name.trim(), isShared })
      queryClient.setQueryData<List[]>(queries.lists.queryKey, (before) => [...(before ?? []), created])
      offer.finish()
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
      changeList({ kind: 'change-list', listId: list.id, text: list.name, change: { name: name.trim() } })
    }
    offer.finish()
    onClose()
  }

  return (
    <Dialog
      title={list === undefined ? lists.newList : lists.rename}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button
            kind="quiet"
            onClick={(event) => {
              offer.finish()
              closeDialog(event.currentTarget)
            }}
          >
            {common.cancel}
          </Button>
          <Button kind="primary" type="submit" busy={isBusy}>
            {list === undefined ? lists.create : common.save}
          </Button>
        </>
      }
    >
      {offer.what !== null && <UnfinishedOffer what={offer.what} onResume={offer.resume} onDiscard={offer.discard} />}
      <TextField
        label={lists.name}
        value={name}
        onInput={(typed) => change({ ...fields, name: typed })}
        maxLength={MAX_LIST_NAME_LENGTH}
        placeholder={lists.namePlaceholder}
        autoComplete="off"
        autoFocus
        error={error}
      />
      {list === undefined && (
        <div>
          <SwitchField
            label={lists.shareWithAll}
            checked={isShared}
            onChange={(shared) => change({ ...fields, isShared: shared })}
          />
          <p class="hint">{isShared ? lists.shareHint : lists.privateHint}</p>
        </div>
      )}
    </Dialog>
  )
}
