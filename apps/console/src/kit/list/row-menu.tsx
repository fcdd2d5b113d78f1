import '@mantine/core/styles/Menu.layer.css'
import { Menu } from '@mantine/core'
import { useState } from 'react'
import type { RowAction } from './column.ts'

/** The one menu of a table: opens beside the button of whichever row asked for it. */
export default function RowMenu({ at, actions, onClose }: RowMenuProps) {
  // Measured once: a table that is drawn anew meanwhile must not move the menu from under the pointer.
  const [{ top, left, width, height }] = useState(() => at.getBoundingClientRect())
  return (
    <Menu
      opened
      onChange={(isOpen) => {
        if (isOpen) return
        onClose()
        at.focus()
      }}
      position="bottom-end"
      trapFocus
      withinPortal
      menuItemTabIndex={0}
    >
      <Menu.Target>
        <span aria-hidden style={{ position: 'fixed', top, left, width, height, pointerEvents: 'none' }} />
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ key, label, isDanger, onSelect }) => (
          <Menu.Item key={key} color={isDanger ? 'red' : undefined} onClick={onSelect}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

export interface RowMenuProps {
  /** The button that asked. */
  at: HTMLElement
  actions: readonly RowAction[]
  onClose: () => void
}
