import type { Endpoint } from '@kabao/contract/kernel/kernel'
import type * as z from 'zod'
import { useSend } from '../call/query.ts'
import type { SendInput } from '../call/send.ts'
import { ConfirmButton } from '../form/confirm.tsx'
import type { ActWords } from '../form/use-act.ts'
import { message } from '../message/message.ts'
import { Can } from '../session/permission.tsx'
import type { Selection } from './use-selection.ts'

/** An endpoint that deletes many rows at once. */
export type RemoveMany = Endpoint & {
  body: z.ZodType<{ ids: string[] }, { ids: string[] }>
  answer: z.ZodType<{ removed: number }>
}

/** Deletes all selected rows at once, after confirmation; shown to those who may. */
export function RemoveSelected<E extends RemoveMany>({
  use,
  selection,
  words,
  children,
}: {
  use: E
  selection: Selection
  words: ActWords<{ removed: number }>
  children: string
}) {
  const { mutateAsync } = useSend(use)
  const { done, ...question } = words
  const run = async (key: string) => {
    const answer = (await mutateAsync({
      body: { ids: [...selection.ids] },
      key,
    } as unknown as SendInput<E>)) as {
      removed: number
    }
    selection.clear()
    if (done) message.success(done(answer))
  }
  return (
    <Can use={use}>
      <ConfirmButton question={{ ...question, isDanger: true, losesRows: selection.ids.length, run }}>
        {children}
      </ConfirmButton>
    </Can>
  )
}
