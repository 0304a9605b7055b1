/** What a promise is rejected with. @throws when it is fulfilled */
export async function rejectionOf(promise: Promise<unknown>): Promise<Error> {
  let value: unknown
  try {
    value = await promise
  } catch (error) {
    return error as Error
  }
  throw new Error(`no rejection, but ${Bun.inspect(value)}`)
}
