import { crmCenter, type DeskFigure } from '@kabao/contract/crm/crm-center'
import { lazy, type ReactNode, Suspense, useState } from 'react'

const RecordsDialog = lazy(() => import('../../lead/records-dialog.tsx'))

/** A figure of the desk whose records are shown. */
export interface DrillDown {
  title: string
  value: string
  figure: DeskFigure
  period?: 'week' | 'month'
  isBefore?: boolean
  poolId?: string
}

/** Opens the records behind figures of the desk. @returns the dialog, and what opens it */
export function useDrillDown(): [dialog: ReactNode, open: (drillDown: DrillDown) => void] {
  const [drillDown, setDrillDown] = useState<DrillDown | null>(null)
  if (drillDown === null) return [null, setDrillDown]
  const { title, value, ...body } = drillDown
  return [
    <Suspense key="drill-down">
      <RecordsDialog
        title={title}
        value={value}
        body={body}
        use={crmCenter.records}
        onClose={() => setDrillDown(null)}
      />
    </Suspense>,
    setDrillDown,
  ]
}
