import { useEffect, useState } from 'react'

/**
 * Gives the focus back to where it was, when what took it goes. Mantine does so where a dialog is closed and stays
 * mounted; ours are there only while they are open.
 */
export function useFocusReturn(isTaken: boolean): void {
  const [before] = useState(() => (isTaken ? document.activeElement : null))
  useEffect(
    () => () => {
      if (!(before instanceof HTMLElement)) return
      // After whatever takes its place has had its turn.
      setTimeout(() => {
        const { activeElement } = document
        if (activeElement === null || activeElement === document.body) before.focus({ preventScroll: true })
      })
    },
    [before],
  )
}
