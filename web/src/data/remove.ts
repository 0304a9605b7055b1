import { forgetTried } from './create'
import { isStatus, request } from './http'

/** Takes it that something is not there any more for its removal. @throws every other error */
export function unlessGone(error: unknown): void {
  if (!isStatus(error, 404)) throw error
}

/** Asks for a removal, once. @throws ApiError */
export const removal = <T>(path: string): Promise<T> => request<T>('DELETE', path).finally(() => forgetTried(path))

/**
 * Removes what stands under a path; once more where no answer came, and what is gone by then was removed the first time.
 * @throws ApiError
 */
export async function remove(path: string): Promise<void> {
  try {
    await removal(path)
  } catch (error) {
    if (!isStatus(error, 0)) throw error
    await removal(path).catch(unlessGone)
  }
}
