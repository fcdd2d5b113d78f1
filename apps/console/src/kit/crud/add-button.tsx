import type { Endpoint } from '@kabao/contract/kernel/kernel'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.ts'
import { IconPlus } from '../icons.ts'
import { Can } from '../session/permission.tsx'

/** The button that opens the form of a new entry, for those who may add one. */
export const AddButton = ({
  use,
  onClick,
  children,
}: {
  /** The endpoint that adds an entry. */
  use: Endpoint
  onClick: () => void
  children: ReactNode
}) => (
  <Can use={use}>
    <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={onClick}>
      {children}
    </Button>
  </Can>
)
