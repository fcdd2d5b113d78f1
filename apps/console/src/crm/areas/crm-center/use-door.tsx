import { crmCenter, type DeskFigure } from '@kabao/contract/crm/crm-center'
import { lazy, type ReactNode, Suspense, useState } from 'react'

const RecordsDialog = lazy(() => import('../../lead/records-dialog.tsx'))

/** A figure of the desk whose records are shown. */
export interface Door {
  title: string
  value: string
  figure: DeskFigure
  period?: 'week' | 'month'
  isBefore?: boolean
  poolId?: string
}

/** Opens the records behind figures of the desk. @returns the dialog, and what opens it */
export function useDoor(): [dialog: ReactNode, open: (door: Door) => void] {
  const [door, setDoor] = useState<Door | null>(null)
  if (door === null) return [null, setDoor]
  const { title, value, ...body } = door
  return [
    <Suspense key="door">
      <RecordsDialog
        title={title}
        value={value}
        body={body}
        use={crmCenter.records}
        onClose={() => setDoor(null)}
      />
    </Suspense>,
    setDoor,
  ]
}
