import { useState } from 'preact/hooks'
import { queryClient, refresh, useQuery } from '../data/queries'
import type { Item } from '../data/types'
import { text } from '../i18n'
import { displayText, useDisplayText } from '../i18n/display'
import { listsText, useListsText } from '../i18n/lists'
import { inTurn } from '../lib/in-turn'
import { AddItemForm } from '../lists/add-item-form'
import { useEntered } from '../lists/entered'
import { AmountRead } from '../lists/suggestions/amount-read'
import { useReader } from '../lists/suggestions/reader'
import { spoken } from '../lists/tick'
import { announce } from '../ui/announce'
import { showToast, showUndo } from '../ui/toast'
import { ListCard, OpenItems, useChosenList } from '../wall/list-card'
import type { Screen } from './api'
import * as api from './api'
import { displayQueries } from './queries'

const LAST_LIST = 'display-list'

/** A list beside the days: whichever was chosen last, else the first. */
export function DisplayLists({ screen: { lists, display } }: { screen: Screen }) {
  const [chosen, choose] = useChosenList(LAST_LIST)
  const list = lists.find(({ id }) => id === chosen) ?? lists[0]
  if (list === undefined) return null
  return (
    <ListCard lists={lists} list={list} onChoose={choose}>
      <Items list={list} canTick={display.canTick} />
      {display.canAdd && <AddItem key={list.id} list={list} />}
    </ListCard>
  )
}

function Items({ list, canTick }: { list: Screen['lists'][number]; canTick: boolean }) {
  const { data: items, isFetching } = useQuery(displayQueries.items(list.id))
  return (
    <OpenItems
      {...{ list, isFetching }}
      items={items?.filter(({ checked }) => !checked)}
      row={(item) => (
        <li key={item.id}>
          {canTick ? (
            <input type="checkbox" class="tick" aria-label={spoken(item)} checked={false} onChange={() => tick(item)} />
          ) : (
            <span class="display-item" aria-hidden="true">
              •
            </span>
          )}
          <span aria-hidden={canTick || undefined}>
            {item.text} {item.amount && <small>{item.amount}</small>}
          </span>
        </li>
      )}
    />
  )
}

/** Ticks an item; for a moment it can be taken back. */
export function tick(item: Item): void {
  const withdraw = showUndo(listsText().checked(item.text), text().common.undo, () => void setChecked(item, false))
  void setChecked(item, true).then((isDone) => isDone || withdraw())
}

/** Drawn at once; what the service does not do is drawn back, and said. Whether it has done it. */
async function setChecked({ id, listId }: Item, checked: boolean): Promise<boolean> {
  const { queryKey } = displayQueries.items(listId)
  const draw = (isChecked: boolean) =>
    queryClient.setQueryData<Item[]>(queryKey, (items) =>
      items?.map((item) => (item.id === id ? { ...item, checked: isChecked } : item)),
    )
  await queryClient.cancelQueries({ queryKey })
  draw(checked)
  try {
    // A tick that is taken back must not overtake itself.
    await inTurn(`tick-${id}`, () => api.tickItem(id, checked))
    return true
  } catch {
    draw(!checked)
    showToast({ text: displayText().notDone })
    return false
  } finally {
    refresh(queryKey)
  }
}

/** The line for new items. In a list for shopping the amount that is read is shown before it counts, and may be declined. */
function AddItem({ list: { id: listId, kind } }: { list: Screen['lists'][number] }) {
  const texts = useDisplayText()
  const lists = useListsText()
  const [text, setText] = useState('')
  const [declined, setDeclined] = useState<string | null>(null)
  const reader = useReader(kind === 'shopping')
  const isRead = kind === 'shopping' && declined !== text
  const amount = isRead && text.trim() !== '' ? reader?.readItemLine(text).amount : null
  const add = async (body: { text: string; parse?: true }) => {
    try {
      const item = await api.addItem(listId, body)
      if (item.merged && item.amount) showToast({ text: lists.line.raised(item.text, item.amount) })
      else announce(lists.added(item.text))
      return true
    } catch {
      showToast({ text: texts.notDone })
      return false
    } finally {
      refresh(displayQueries.items(listId).queryKey)
    }
  }
  const line = useEntered({ text, setText, add: (typed) => () => add({ text: typed, ...(isRead && { parse: true }) }) })
  return (
    <AddItemForm
      text={text}
      {...(kind === 'shopping' && { placeholder: lists.addPlaceholder })}
      understood={amount && <AmountRead amount={amount} onDecline={() => setDeclined(text)} />}
      {...line}
    />
  )
}
