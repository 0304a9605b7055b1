/**
 * Another address of this machine's loopback: reached where a service listens on every interface, and not where it
 * listens on 127.0.0.1. Only Linux has the whole network 127/8.
 */
export const NEIGHBOUR = '127.0.0.2'

/** Whether anybody answers there. */
export const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  )
