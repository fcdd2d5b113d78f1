import type { OperationFacts } from '@kabao/contract/operations/operation'
import { risks } from '@kabao/contract/operations/operation-instance'
import { nameOf } from './instances.ts'
import { type Judge, judged, listed, orFine } from './judge.ts'

/** The risky settings, each with the instances that have it. */
export const judgeSettings: Judge<'settings'> = ({ hasDemoPassword }, { instances }) => {
  const live = (instances ?? []).filter(({ isSilent }) => !isSilent)
  const found = risks.map((risk) => {
    const names = live.filter(({ facts }) => facts?.risks.includes(risk)).map((row) => nameOf(row, live))
    return names.length === 0 ? null : judged(risk, { names: listed(names) })
  })
  return orFine([hasDemoPassword ? judged('demoPassword') : null, ...found], judged('settingsFine'))
}

/** Whether all instances are those of a trial. */
export const isTrial = ({ instances }: Pick<OperationFacts, 'instances'>): boolean =>
  instances !== null &&
  instances.length > 0 &&
  instances.every(({ facts }) => facts?.risks.includes('embedded') === true)
