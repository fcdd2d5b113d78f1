import { type Endpoint, exactTotal } from '@kabao/contract/kernel/kernel'
import type { Machine, StateOf } from '@kabao/contract/kernel/machine'
import { memo } from 'react'
import { useAnswer } from '../call/query.ts'
import { StatusTabs } from '../choice/status-tabs.tsx'
import { useSetApart } from '../page/set-apart.ts'
import { useStateTabs } from './use-state-tabs.ts'

interface StateChoiceProps<M extends Machine> {
  /** What the tabs are called for a screen reader. */
  label: string
  machine: M
  /** Answers the number of rows by state. */
  counts: Endpoint
  /** The filters of the list, with `status` among them. */
  filters: {
    applied: object
    set(values: { status?: StateOf<M> | undefined }): void
  }
}

/** The number of rows by state; selecting a state filters the list at once. */
export const StateChoice = memo(Choice) as <M extends Machine>(
  props: StateChoiceProps<M>,
) => React.JSX.Element

function Choice<M extends Machine>({ label, machine, counts, filters }: StateChoiceProps<M>) {
  // The calls of the counts of a list take no parameters.
  const { data } = useAnswer(counts, {} as never)
  const tabs = useStateTabs(machine, data as Record<StateOf<M>, number> | undefined, exactTotal)
  const { status } = filters.applied as { status?: StateOf<M> }
  useSetApart('state', status && tabs.find(({ value }) => value === status)?.label)
  return (
    <StatusTabs
      label={label}
      tabs={tabs}
      value={status ?? 'all'}
      onChange={(value) => filters.set({ status: value === 'all' ? undefined : value })}
    />
  )
}
