import * as api from '../../data/api'
import { ApiError } from '../../data/http'

/** Forgets a failed write at the service; another device may have been quicker. @throws ApiError */
export async function forgetRow(rowId: number): Promise<void> {
  try {
    await api.writes.discard(rowId)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  }
}
