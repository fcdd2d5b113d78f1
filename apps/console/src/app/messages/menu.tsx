import { useEffect, useRef, useState } from 'react'
import { Popover } from '#kit'
import { BellButton } from './bell.tsx'
import { MessageBox } from './box.tsx'

/** The bell with its box, which is made anew at every opening. */
export default function MessageMenu() {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  // It takes the place of a button that was pressed: the focus moves here first, so that closing returns to it.
  useEffect(() => {
    button.current?.focus()
    setIsOpen(true)
  }, [])
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      width="min(400px, calc(100vw - 16px))"
      trapFocus
      returnFocus
      hideDetached={false}
    >
      <Popover.Target>
        <BellButton ref={button} onClick={() => setIsOpen((before) => !before)} />
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <MessageBox onClose={() => setIsOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
