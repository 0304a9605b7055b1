/** Resolves in a task of its own, so that the browser can answer to people in between. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
