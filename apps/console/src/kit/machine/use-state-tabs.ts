import { inLanguage } from '@kabao/contract/kernel/language'
import { type Machine, type StateOf, statesOf } from '@kabao/contract/kernel/machine'
import { machineWords } from '@kabao/contract/kernel/machine.words'
import { useMemo } from 'react'
import type { StatusTab } from '../choice/status-tabs.tsx'
import { useWords } from '../words/words.ts'

/**
 * A tab for all rows and one for each state, for `StatusTabs`.
 * @param counts the number of rows by state; undefined while unknown
 * @param most a number above it stands for “more than that”
 */
export function useStateTabs<M extends Machine>(
  machine: M,
  counts: Readonly<Record<StateOf<M>, number>> | undefined,
  most = Number.POSITIVE_INFINITY,
): StatusTab<'all' | StateOf<M>>[] {
  const { t, language } = useWords(machineWords)
  return useMemo(() => {
    const states = statesOf(machine).map((state) => ({
      value: state,
      label: inLanguage(machine.states[state]?.words ?? [state, state], language),
      count: counts && Math.min(counts[state], most),
      isAtLeast: counts !== undefined && counts[state] > most,
    }))
    return [
      {
        value: 'all',
        label: t('all'),
        count: counts && states.reduce((sum, { count = 0 }) => sum + count, 0),
        isAtLeast: states.some(({ isAtLeast }) => isAtLeast),
      },
      ...states,
    ]
  }, [machine, counts, most, t, language])
}
