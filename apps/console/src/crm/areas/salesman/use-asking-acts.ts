import { type SalesmanRow, salesman } from '@kabao/contract/crm/salesman'
import { salesmanWords } from '@kabao/contract/crm/salesman.words'
import { salesmanMachine } from '@kabao/contract/crm/salesman-machine'
import { inLanguage } from '@kabao/contract/kernel/language'
import { isPossible } from '@kabao/contract/kernel/machine'
import { useWords } from '#kit'

export type AskingAct = 'goOnLeave' | 'leave'

/** The acts that need input, as actions on the rows of the list; each opens its form. */
export function useAskingActs(open: (act: AskingAct, row: SalesmanRow) => void) {
  const { language } = useWords(salesmanWords)
  return (['goOnLeave', 'leave'] as const).map((act) => ({
    key: act,
    use: salesman[act],
    label: inLanguage(salesmanMachine.acts[act].button, language),
    when: ({ status }: SalesmanRow) => isPossible(salesmanMachine, act, status),
    run: (row: SalesmanRow) => open(act, row),
  }))
}
