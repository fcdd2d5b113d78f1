import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SidePanel } from '../form/side-panel.tsx'
import { Failure } from '../list/states.tsx'
import { Skeleton } from '../skeleton/skeleton.tsx'
import { Neighbors } from './neighbors.tsx'

/** What a list passes to the details of a row. */
export interface RowPanelProps {
  id: string
  rows: readonly { id: string }[]
  onTurn: (id: string) => void
  onClose: () => void
}

/** The details of one row beside its list: loading, failed, or loaded; with buttons to the previous and the next row. */
export function RowPanel<T>({ title, answer, children, isWide = false, onClose, ...others }: PanelOf<T>) {
  const { data, error, refetch } = answer
  return (
    <SidePanel title={title} isWide={isWide} onClose={onClose}>
      {'rows' in others && <Neighbors rows={others.rows} id={others.id} onOpen={others.onTurn} />}
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton shape="facts" count={8} />}
      {data && children(data)}
    </SidePanel>
  )
}

type PanelOf<T> = (RowPanelProps | Pick<RowPanelProps, 'onClose'>) & {
  title: string
  /** Whether the details have two columns on a wide screen. */
  isWide?: boolean
  answer: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  children: (data: T) => ReactNode
}
