import { useReachable } from '../../data/connection'
import { publicKeyQuery } from '../../data/device-push'
import { request } from '../../data/http'
import { type Query, queryClient, refreshAfter, useQuery } from '../../data/queries'
import type { List } from '../../data/types'
import { useChoices } from '../../forms/choices'
import { useDeviceReminders, useObstacle } from '../../forms/device-reminders'
import { FormError } from '../../forms/form-dialog'
import { useListVerbsText } from '../../i18n/list-verbs'
import { secondaryTexts } from '../../i18n/secondary'
import { needs } from '../../lib/needs'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { SwitchField } from '../../ui/field'
import { Loading } from '../../ui/loading'
import { NotLoaded } from '../../ui/not-loaded'

needs(secondaryTexts)

interface Notices {
  on: boolean
}

const noticesQuery = (listId: number): Query<Notices> => ({
  queryKey: ['notices', listId],
  queryFn: () => request<Notices>('GET', `/api/lists/${listId}/notices`),
  staleTime: 0,
})

/** Whether this member is told of what others add to a list, and whether that reaches this device. */
export default function NoticesDialog({ list, onClose }: { list: List; onClose: () => void }) {
  const { notices } = useListVerbsText()
  const query = noticesQuery(list.id)
  const { data, isFetching, refetch } = useQuery(query)
  return (
    <Dialog title={notices.title(list.name)} onClose={onClose}>
      {data !== undefined && <Switch listId={list.id} on={data.on} />}
      {data === undefined && isFetching && <Loading />}
      {data === undefined && !isFetching && <NotLoaded title={notices.notLoaded} onRetry={() => void refetch()} />}
    </Dialog>
  )
}

function Switch({ listId, on }: { listId: number; on: boolean }) {
  const { notices } = useListVerbsText()
  const isReachable = useReachable()
  const query = noticesQuery(listId)
  const { choices, choose, error } = useChoices<Notices>({ on }, async (body) => {
    const said = await refreshAfter(request<Notices>('PUT', `/api/lists/${listId}/notices`, { body }), query)
    queryClient.setQueryData(query.queryKey, said)
  })
  return (
    <>
      <div>
        <SwitchField
          label={notices.on}
          checked={choices.on}
          disabled={!isReachable}
          onChange={(to) => void choose({ on: to })}
        />
        <p class="hint">{isReachable ? notices.hint : notices.offline}</p>
      </div>
      <FormError>{error}</FormError>
      {choices.on && <Device />}
    </>
  )
}

/** That nothing comes to this device, and what helps; nothing where it does. */
function Device() {
  const { notices } = useListVerbsText()
  const { data: publicKey, isFetching } = useQuery(publicKeyQuery)
  const { state, isBusy, error, start } = useDeviceReminders(publicKey)
  const obstacle = useObstacle(state)
  if (state === null || state === 'on' || (publicKey === undefined && isFetching)) return null
  return (
    <div class="notice warn" role="status">
      <p>
        {notices.silent} {obstacle}
      </p>
      {state === 'off' && (
        <Button busy={isBusy} onClick={() => void start()}>
          {notices.turnOn}
        </Button>
      )}
      <FormError>{error}</FormError>
      <a class="button quiet" href="/account">
        {notices.settings}
      </a>
    </div>
  )
}
