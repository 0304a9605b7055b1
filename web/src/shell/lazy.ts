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
