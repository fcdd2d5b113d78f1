import type { Endpoint } from '@kabao/contract/kernel/kernel'
import { inLanguage } from '@kabao/contract/kernel/language'
import { type ActOf, actNamesOf, type Machine } from '@kabao/contract/kernel/machine'
import { useKeptSend } from '../call/use-kept-send.ts'
import type { RowAct } from '../crud/use-row-actions.ts'
import { message } from '../message/message.ts'
import { useLanguage } from '../words/words.ts'
import { actIn, askFirst, isOffered, type StatedRow, sendAct } from './use-acts.ts'

/**
 * The acts of a machine that need no input, as actions on the rows of a list, for `useRowActions`. Each row has those that its
 * state allows.
 */
export function useRowActs<Row extends StatedRow, M extends Machine>(
  machine: M,
  calls: { [A in ActOf<M>]: Endpoint },
): RowAct<Row>[] {
  const language = useLanguage()
  const keptSend = useKeptSend()
  return actNamesOf(machine)
    .filter((name) => actIn(machine, name).asks === undefined)
    .map((name) => {
      const act = actIn(machine, name)
      const endpoint: Endpoint = calls[name]
      const run = async ({ id, version }: Row) => {
        try {
          await sendAct(keptSend, endpoint, { params: { id }, body: { version } })
          message.success(inLanguage(act.done, language))
        } catch {
          // The call has shown the error.
        }
      }
      return {
        key: name,
        use: endpoint,
        label: inLanguage(act.button, language),
        when: (row: Row) => isOffered(machine, name, row),
        run: (row: Row) => void askFirst(machine, name, row, language, () => run(row)),
      }
    })
}
