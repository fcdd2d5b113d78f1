import type { WordList } from '@kabao/contract'
import type { ActOf, Machine } from '@kabao/contract/kernel/machine'
import { type ComponentProps, useCallback } from 'react'
import type { Selection } from '#kit/list/use-selection.ts'
import { StatedList, type StatedListProps, type StatedListSpec } from '#kit/machine/stated-list.tsx'
import { actIn, type StatedRow } from '#kit/machine/use-acts.ts'
import { usePermission } from '#kit/session/permission.tsx'
import { RefuseMany } from './refuse-many.tsx'

/** The tab of the page belongs to the list, and stays when the details close. */
const noParts: readonly string[] = []

/** What an area declares of its list of rows that one person files and another one reviews. */
export interface ReviewedListSpec<Row extends StatedRow, M extends Machine, F, W extends WordList>
  extends StatedListSpec<Row, M, F, W> {
  /** The act that refuses, and the endpoint that refuses several rows for one reason. */
  refusal: ActOf<M>
  refuseMany: ComponentProps<typeof RefuseMany>['use']
}

/** A `StatedList` in which several rows are refused for one reason. */
export function ReviewedList<Row extends StatedRow, M extends Machine, F, W extends WordList>({
  of,
  list,
  filters,
}: Pick<StatedListProps<Row, M, F, W>, 'list' | 'filters'> & { of: ReviewedListSpec<Row, M, F, W> }) {
  const { machine, refusal, refuseMany } = of
  const mayRefuse = usePermission(refuseMany)
  const more = useCallback(
    (selection: Selection) => (
      <RefuseMany use={refuseMany} act={actIn(machine, refusal)} selection={selection} />
    ),
    [refuseMany, machine, refusal],
  )
  return (
    <StatedList of={of} list={list} filters={filters} parts={noParts} more={mayRefuse ? more : undefined} />
  )
}
