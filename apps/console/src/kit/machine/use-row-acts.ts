import { codes } from '@kabao/contract/envelope'
import type { Endpoint } from '@kabao/contract/kernel'
import { inLanguage } from '@kabao/contract/language'
import { type ActOf, actNamesOf, isPossible, type Machine } from '@kabao/contract/machine'
import { readAgainAfter } from '../call/query.ts'
import { Refusal } from '../call/refusal.ts'
import { type SendArguments, send } from '../call/send.ts'
import type { RowAct } from '../crud/use-row-actions.ts'
import { ask } from '../form/confirm.tsx'
import { message } from '../message/message.ts'
import { useLanguage } from '../words/words.ts'
import { actIn } from './use-acts.ts'

/**
 * The acts of a machine that need no input, as actions on the rows of a list, for `useRowActions`. Each row has those that its
 * state allows.
 */
export function useRowActs<Row extends { id: string; status: string; version: number }, M extends Machine>(
  machine: M,
  calls: { [A in ActOf<M>]: Endpoint },
): RowAct<Row>[] {
  const language = useLanguage()
  return actNamesOf(machine)
    .filter((name) => actIn(machine, name).asks === undefined)
    .map((name) => {
      const { button, done, question, isDanger } = actIn(machine, name)
      const endpoint: Endpoint = calls[name]
      const run = async ({ id, version }: Row) => {
        const request = { params: { id }, body: { version } }
        try {
          await send(endpoint, ...([request] as unknown as SendArguments<Endpoint>))
          readAgainAfter(endpoint)
          message.success(inLanguage(done, language))
        } catch (error) {
          if (error instanceof Refusal && error.code === codes.conflict) readAgainAfter(endpoint)
        }
      }
      return {
        key: name,
        use: endpoint,
        label: inLanguage(button, language),
        when: ({ status }: Row) => isPossible(machine, name, status),
        run: (row: Row) =>
          void (question
            ? ask({
                title: inLanguage(question.title, language),
                text: inLanguage(question.text, language),
                action: inLanguage(button, language),
                isDanger: isDanger === true,
                run: () => run(row),
              })
            : run(row)),
      }
    })
}
