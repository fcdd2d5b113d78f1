import { useEffect, useState } from 'react'

/**
 * Returns the focus to the element that had it, when the dialog that took it unmounts. Mantine returns the focus only for a
 * dialog that closes and stays mounted; our dialogs are mounted only while they are open.
 */
export function useFocusReturn(isTaken: boolean): void {
  const [before] = useState(() => (isTaken ? document.activeElement : null))
  useEffect(
    () => () => {
      if (!(before instanceof HTMLElement)) return
      // Runs after the focus handling of the element that replaces the dialog.
      setTimeout(() => {
        const { activeElement } = document
        if (activeElement === null || activeElement === document.body) before.focus({ preventScroll: true })
      })
    },
    [before],
  )
}
