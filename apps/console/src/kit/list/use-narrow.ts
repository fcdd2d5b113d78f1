import { useSyncExternalStore } from 'react'

/** The width of a phone, as in the style sheets. */
const narrow = '(max-width: 576px)'

/** Whether the window is as narrow as that of a phone. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, isNarrow)

const isNarrow = () => window.matchMedia(narrow).matches

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(narrow)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
