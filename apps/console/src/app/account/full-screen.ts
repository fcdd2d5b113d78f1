import { useSyncExternalStore } from 'react'

const isFull = () => document.fullscreenElement !== null

function follow(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

/** Whether the console is shown in full screen. */
export const useFullScreen = (): boolean => useSyncExternalStore(follow, isFull)

/** Turns full screen on or off; a browser may refuse. */
export function toggleFullScreen(): void {
  const done = isFull() ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  void done.catch(() => undefined)
}
