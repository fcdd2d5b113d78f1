import { listWords } from '@kabao/contract/kernel/list.words'
import { useState } from 'react'
import { atPlace, Menu } from '../controls/menu.ts'
import { useWords } from '../words/words.ts'
import type { RowAction } from './column.ts'
import classes from './row-menu.module.css'

/** The only action menu of a table; it opens at the menu button of any row. */
export default function RowMenu({ at, actions, onClose }: RowMenuProps) {
  const { t } = useWords(listWords)
  // Measured only once, so that a render of the table does not move the menu away from the pointer.
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
      menuItemTabIndex={0}
      {...atPlace()}
    >
      <Menu.Target>
        <span aria-hidden style={{ position: 'fixed', top, left, width, height, pointerEvents: 'none' }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={t('rowMenu')}>
        {actions.map(({ key, label, isDanger, reason, onSelect }) => (
          <Menu.Item
            key={key}
            color={isDanger ? 'red' : undefined}
            onClick={onSelect}
            // Focus still reaches it, so that the reason can be read.
            {...(reason !== undefined && { 'aria-disabled': true, 'data-disabled': true })}
          >
            {label}
            {reason !== undefined && <span className={classes.reason}>{reason}</span>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

export interface RowMenuProps {
  /** The button that opened the menu. */
  at: HTMLElement
  actions: readonly RowAction[]
  onClose: () => void
}
