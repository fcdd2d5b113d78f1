import { mayReload } from '../form/unsaved-question.ts'

/** The key under which the browser notes that a build has already been reloaded once. */
const key = 'kabao-reloaded'

/**
 * Loads a part of the console. After a deployment its file may no longer be on the server. Then the console is reloaded, once for
 * each build, after a question if changes are unsaved. If the part still cannot be loaded, or the reader stays, the promise rejects.
 */
export async function loadChunk<T>(
  load: () => Promise<T>,
  reload = () => window.location.reload(),
): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!navigator.onLine || sessionStorage.getItem(key) === import.meta.url) throw error
    if (!(await mayReload())) throw error
    sessionStorage.setItem(key, import.meta.url)
    reload()
    return new Promise<never>(() => {})
  }
}
