const RELOADED = 'reloaded-for-missing-part'

/**
 * Loads a part of the client. After a deploy an open page may ask for a part that is gone; then the page is loaded
 * again, once, which brings the new version.
 */
export async function importOrReload<T>(load: () => Promise<T>): Promise<T> {
  try {
    const part = await load()
    sessionStorage.removeItem(RELOADED)
    return part
  } catch (error) {
    if (!navigator.onLine || sessionStorage.getItem(RELOADED) !== null) throw error
    sessionStorage.setItem(RELOADED, 'yes')
    location.reload()
    return new Promise(() => {})
  }
}

/** Paths of the areas' style sheets; filled in by the build. */
declare const AREA_STYLES: Record<string, string>

/** Loads an area's style sheet. A page without its styles would be worse than one that is loaded again. */
export function loadStyle(area: string): Promise<void> {
  const href = AREA_STYLES[area]
  if (href === undefined || document.querySelector(`link[href="${href}"]`) !== null) return Promise.resolve()
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`The styles of ${area} are missing`))
    })
    document.head.append(link)
  })
}
