import { create } from 'zustand'

const key = 'batch-under-way'

/** Whether a batch was begun in this browser whose end nobody has seen here: only then do lists ask how far it is. */
export const useUnderWay = create(() => localStorage.getItem(key) !== null)

/** Notes that a batch was begun, or that none is under way any more. */
export function noteUnderWay(isUnderWay: boolean): void {
  if (isUnderWay) localStorage.setItem(key, 'true')
  else localStorage.removeItem(key)
  useUnderWay.setState(isUnderWay, true)
}
