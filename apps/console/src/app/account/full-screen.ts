import { useSyncExternalStore } from 'react'

const isFull = () => document.fullscreenElement !== null

function follow(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

/** Whether the console has the whole screen. */
export const useFullScreen = (): boolean => useSyncExternalStore(follow, isFull)

/** The whole screen, and back; a browser may refuse. */
export function toggleFullScreen(): void {
  const done = isFull() ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  void done.catch(() => undefined)
}
