import { useEffect, useRef, useState } from 'react'
import { Popover } from '#kit'
import { BellButton } from './bell.tsx'
import { MessageBox } from './box.tsx'

/** The bell with its box, which is made anew at every opening. */
export default function MessageMenu() {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [opening, setOpening] = useState(0)
  const turn = (next: boolean) => {
    setIsOpen(next)
    if (next) setOpening((before) => before + 1)
  }
  // It takes the place of a button that was pressed: the focus moves here first, so that closing returns to it.
  useEffect(() => {
    button.current?.focus()
    setIsOpen(true)
  }, [])
  return (
    <Popover
      opened={isOpen}
      onChange={turn}
      position="bottom-end"
      width="min(400px, calc(100vw - 16px))"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <BellButton ref={button} onClick={() => turn(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown p={0}>
        {/* Opened again before it has faded, it would still be the one before. */}
        <MessageBox key={opening} onClose={() => setIsOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
