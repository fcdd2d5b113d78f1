import { create } from 'zustand'

/** Whether the service is out of reach. */
export const useConnection = create(() => ({ isLost: false }))

/** Milliseconds between attempts: doubled up to the longest pause. */
const shortestPause = 1_000
const longestPause = 10_000

let check: () => void = () => {}

/** Called after a call or a stream that got no answer: checks whether the service is out of reach. */
export const doubtConnection = (): void => check()

/**
 * Checks the connection whenever it is in doubt, and while it is lost again and again until the service answers.
 * @param isReached asks the service, and resolves to whether it has answered
 * @param onBack called when the service answers again
 * @returns stops the checks
 */
export function watchConnection(isReached: () => Promise<boolean>, onBack: () => void): () => void {
  let isChecking = false
  let isOver = false
  let pause = shortestPause
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = async () => {
    if (isChecking) return
    isChecking = true
    clearTimeout(timer)
    const isBack = await isReached()
    isChecking = false
    if (isOver) return
    const wasLost = useConnection.getState().isLost
    useConnection.setState({ isLost: !isBack })
    if (isBack) {
      pause = shortestPause
      if (wasLost) onBack()
      return
    }
    timer = setTimeout(ask, pause)
    pause = Math.min(pause * 2, longestPause)
  }
  const inDoubt = () => void (useConnection.getState().isLost || ask())
  check = inDoubt
  window.addEventListener('online', ask)
  window.addEventListener('offline', inDoubt)
  return () => {
    isOver = true
    clearTimeout(timer)
    window.removeEventListener('online', ask)
    window.removeEventListener('offline', inDoubt)
    if (check === inDoubt) check = () => {}
    useConnection.setState({ isLost: false })
  }
}
