type Functions = Record<string, (...given: never[]) => unknown>

/** Adds functions to a built-in object, each where it is missing; no loop over its properties meets them. */
export function add<T extends object>(to: T, functions: Functions & ThisType<T>): void {
  for (const [name, value] of Object.entries(functions)) {
    if (!(name in to)) Object.defineProperty(to, name, { value, configurable: true, writable: true })
  }
}
