import { create } from 'zustand'

export type Tone = 'success' | 'error' | 'info'
export interface Message {
  id: number
  tone: Tone
  text: string
}

export const useMessages = create<{ shown: readonly Message[] }>(() => ({ shown: [] }))

let last = 0

/** Shows a short message at the top of the page; several are stacked, none is merged. */
export const message = {
  success: (text: string, milliseconds?: number) => show('success', text, milliseconds),
  error: (text: string, milliseconds?: number) => show('error', text, milliseconds),
  /** Shows nothing more while the same error is in sight: one cause often fails many calls at the same time. */
  errorOnce: (text: string, milliseconds?: number) => {
    const isShown = useMessages.getState().shown.some((each) => each.tone === 'error' && each.text === text)
    if (!isShown) show('error', text, milliseconds)
  },
  info: (text: string, milliseconds?: number) => show('info', text, milliseconds),
}

/** @param milliseconds how long the message is shown; default 3,000 */
function show(tone: Tone, text: string, milliseconds = 3000): void {
  const id = ++last
  useMessages.setState(({ shown }) => ({ shown: [...shown, { id, tone, text }] }))
  setTimeout(() => dismiss(id), milliseconds)
}

export const dismiss = (id: number): void =>
  useMessages.setState(({ shown }) => ({ shown: shown.filter((each) => each.id !== id) }))
