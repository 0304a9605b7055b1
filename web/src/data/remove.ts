import { isStatus, request } from './http'

/** Takes it that something is not there any more for its removal. @throws every other error */
export function unlessGone(error: unknown): void {
  if (!isStatus(error, 404)) throw error
}

/**
 * Removes what stands under a path; once more where no answer came, and what is gone by then was removed the first time.
 * @throws ApiError
 */
export async function remove(path: string): Promise<void> {
  try {
    await request('DELETE', path)
  } catch (error) {
    if (!isStatus(error, 0)) throw error
    await request('DELETE', path).catch(unlessGone)
  }
}
