import { inLanguage } from '@kabao/contract/language'
import { type Machine, type StateOf, statesOf } from '@kabao/contract/machine'
import { machineWords } from '@kabao/contract/machine.words'
import { useMemo } from 'react'
import type { StatusTab } from '../choice/status-tabs.tsx'
import { useWords } from '../words/words.ts'

/**
 * A tab for all rows and one for each state, for `StatusTabs`.
 * @param counts the number of rows by state; undefined while unknown
 */
export function useStateTabs<M extends Machine>(
  machine: M,
  counts: Readonly<Record<StateOf<M>, number>> | undefined,
): StatusTab<'all' | StateOf<M>>[] {
  const { t, language } = useWords(machineWords)
  return useMemo(() => {
    const states = statesOf(machine)
    return [
      {
        value: 'all',
        label: t('all'),
        count: counts && states.reduce((sum, state) => sum + counts[state], 0),
      },
      ...states.map((state) => ({
        value: state,
        label: inLanguage(machine.states[state]?.words ?? [state, state], language),
        count: counts?.[state],
      })),
    ]
  }, [machine, counts, t, language])
}
