import type { ImportPreview, ImportState, RefusedImports } from '../../../src/features/import/model'
import { keepOnDevice } from '../lib/keep-on-device'
import { createStore } from '../lib/store'
import { MINUTE } from '../lib/tz'
import { isFromService, unreached } from './connection'
import { ApiError, isStatus, request, signedOut } from './http'
import { isOutdated, pageOwner } from './owner'
import { queries, refresh } from './queries'

export type { ImportPreview, ImportState }

/** What is brought into a calendar: files, or all of another calendar. */
export type Source = { kind: 'file'; file: Blob; name: string } | { kind: 'calendar'; id: number }

/** In place of a status: the file could not be read on this device. The service never answers an import with it. */
export const UNREADABLE = 410

/** A slow line takes this long for the largest file. */
const TIMEOUT_MS = 5 * MINUTE

/** Several files as one: calendars may follow each other. */
export const joined = (files: readonly File[]): Source => ({
  kind: 'file',
  file: new Blob(files.flatMap((file) => [file, '\r\n'])),
  name: files[0]?.name ?? '',
})

/** What bringing this in would do. @throws ApiError */
export const previewImport = (source: Source, calendarUrl: string, signal: AbortSignal): Promise<ImportPreview> =>
  send('/api/import/preview', source, calendarUrl, { signal })

/** Begins to bring it in; with one key once, however often it is sent. @throws ApiError */
export async function startImport(source: Source, calendarUrl: string, key: string): Promise<void> {
  const begun = await send<ImportState>('/api/import', source, calendarUrl, { key })
  keepOnDevice(keyOfMember(), String(begun.id))
  running.set(begun)
}

interface Options {
  key?: string
  signal?: AbortSignal
}

async function send<T>(path: string, source: Source, calendarUrl: string, { key, signal }: Options): Promise<T> {
  const query = { calendarUrl }
  if (source.kind === 'calendar') {
    const body = { fromCalendar: source.id }
    return request<T>('POST', path, { body, query, key, ...(signal && { signal }) })
  }
  const response = await answerTo(`${path}?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { ...(key && { 'idempotency-key': key }), 'content-type': 'text/calendar' },
    body: await bytesOf(source.file),
    redirect: 'error',
    signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]),
  })
  const content = await response.json().catch(() => null)
  if (isOutdated()) throw new ApiError(401, 'Signed out meanwhile')
  if (response.ok && content !== null) return content as T
  if (response.status === 401) signedOut.set(true)
  throw new ApiError(response.ok ? 0 : response.status, 'The file was not taken')
}

/** Read before it is sent: a folder, or a file that has gone since it was chosen, would look like a lost connection. */
const bytesOf = (file: Blob): Promise<ArrayBuffer> =>
  file.arrayBuffer().catch(() => {
    throw new ApiError(UNREADABLE, 'The file cannot be read')
  })

async function answerTo(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init).catch(() => {
    // Whoever looks at another calendar meanwhile has not lost the connection.
    if (!init.signal?.aborted) unreached()
    return null
  })
  if (response === null || !(await isFromService(response))) throw new ApiError(0, 'No answer')
  return response
}

/** The latest import of this member on this device, as it was last seen. */
export const running = createStore<ImportState | null>(null)

const keyOfMember = () => `import-${pageOwner()}`

/** What an import could not write, by name. */
export const refusedQuery = (id: number) => ({
  queryKey: ['import-refused', id],
  queryFn: async () => (await request<RefusedImports>('GET', `/api/import/${id}/refused`)).refused,
})

/** Whether there is one to look at. */
export const isImportKept = (): boolean => localStorage.getItem(keyOfMember()) !== null

const latest = () => running.get()?.id ?? Number(localStorage.getItem(keyOfMember()))

/** Lets go of one that has been looked at. */
export function forgetImport(): void {
  localStorage.removeItem(keyOfMember())
  running.set(null)
}

/** Stops it; what is written stays. @throws ApiError */
export async function stopImport(id: number): Promise<void> {
  running.set(await request<ImportState>('DELETE', `/api/import/${id}`))
  refresh(queries.events.queryKey)
  // What was on its way counts when it has ended.
  for (const ms of [2_000, 10_000, 30_000]) setTimeout(() => lookAtImport().catch(() => {}), ms)
}

/**
 * Looks how far the latest import has come, also one of before the page was loaded; one that is gone is forgotten.
 * @throws ApiError when there is no answer
 */
export async function lookAtImport(): Promise<void> {
  const id = latest()
  if (!(id > 0)) return
  try {
    const state = await request<ImportState>('GET', `/api/import/${id}`)
    // It may have been let go of meanwhile.
    if (latest() !== id) return
    running.set(state)
    if (state.status !== 'running') refresh(queries.events.queryKey)
  } catch (error) {
    if (!isStatus(error, 404)) throw error
    forgetImport()
  }
}
