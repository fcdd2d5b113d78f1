import type { ActOf, Machine } from '@kabao/contract/kernel/machine'
import { type ComponentProps, useCallback } from 'react'
import type { Selection } from '#kit/list/use-selection.ts'
import { StatedList, type StatedListProps } from '#kit/machine/stated-list.tsx'
import { actIn, type StatedRow } from '#kit/machine/use-acts.ts'
import { usePermission } from '#kit/session/permission.tsx'
import { RefuseMany } from './refuse-many.tsx'

/** The tab of the page belongs to the list, and stays when the details close. */
const noParts: readonly string[] = []

interface ReviewedListProps<Row extends StatedRow, M extends Machine>
  extends Omit<StatedListProps<Row, M>, 'more' | 'parts'> {
  /** The act that refuses, and the endpoint that refuses several rows for one reason. */
  refusal: ActOf<M>
  refuseMany: ComponentProps<typeof RefuseMany>['use']
}

/** The list of rows that one person files and another one reviews: a `StatedList` in which several rows are refused for one reason. */
export function ReviewedList<Row extends StatedRow, M extends Machine>({
  refusal,
  refuseMany,
  ...list
}: ReviewedListProps<Row, M>) {
  const { machine } = list
  const mayRefuse = usePermission(refuseMany)
  const more = useCallback(
    (selection: Selection) => (
      <RefuseMany use={refuseMany} act={actIn(machine, refusal)} selection={selection} />
    ),
    [refuseMany, machine, refusal],
  )
  return <StatedList<Row, M> {...list} parts={noParts} more={mayRefuse ? more : undefined} />
}
