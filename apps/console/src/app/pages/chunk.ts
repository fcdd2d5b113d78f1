/** Where it is noted that a build has been reloaded once already. */
const key = 'kabao-reloaded'

/**
 * Loads a part of the console. After a deployment its file may be gone from the server: the console is loaded anew
 * then, once for each build, and a part that cannot be had even so fails as anything else does.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!navigator.onLine || sessionStorage.getItem(key) === import.meta.url) throw error
    sessionStorage.setItem(key, import.meta.url)
    window.location.reload()
    return new Promise<never>(() => {})
  }
}
