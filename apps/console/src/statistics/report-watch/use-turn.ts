import type { BodyInput, Endpoint } from '@kabao/contract/kernel/kernel'
import { useSend } from '#kit/call/query.ts'
import type { SendInput } from '#kit/call/send.ts'
import { shapeOf } from '#kit/form/body-shape.ts'
import { message } from '#kit/message/message.ts'

interface Watched {
  id: string
  isOn: boolean
}

/**
 * Turns an alert or a schedule off, and on again: it is saved as it is, with the other state.
 * @param done the sentence after it
 */
export function useTurn<E extends Endpoint, Row extends Watched>(
  update: E,
  done: (isOn: boolean) => string,
): (row: Row) => void {
  const { mutate } = useSend(update)
  return (row) => {
    const fields = Object.keys(shapeOf(update.body)).map((name) => [name, row[name as keyof Row]])
    const isOn = !row.isOn
    const body = { ...Object.fromEntries(fields), isOn } as BodyInput<E & { body: NonNullable<E['body']> }>
    mutate({ body } as unknown as SendInput<E>, { onSuccess: () => message.success(done(isOn)) })
  }
}
