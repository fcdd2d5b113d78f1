import { create } from 'zustand'

const key = 'batch-under-way'

/** Whether a batch that was started in this browser may still be running: only then do lists request its progress. */
export const useUnderWay = create(() => localStorage.getItem(key) !== null)

/** Notes that a batch was started, or that none is running any more. */
export function noteUnderWay(isUnderWay: boolean): void {
  if (isUnderWay) localStorage.setItem(key, 'true')
  else localStorage.removeItem(key)
  useUnderWay.setState(isUnderWay, true)
}
