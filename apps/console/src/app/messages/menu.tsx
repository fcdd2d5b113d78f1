import { useEffect, useRef, useState } from 'react'
import { Popover } from '#kit'
import { BellButton } from './bell-button.tsx'
import { MessageBox } from './box.tsx'

/** The bell with the message box, which is created again each time it opens. */
export default function MessageMenu() {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [opening, setOpening] = useState(0)
  const turn = (next: boolean) => {
    setIsOpen(next)
    if (next) setOpening((before) => before + 1)
  }
  // This component replaces a button that was just clicked. It takes the focus first, so closing returns the focus to it.
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
        {/* Without a new key, reopening during the fade-out would show the old box. */}
        <MessageBox key={opening} onClose={() => setIsOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
