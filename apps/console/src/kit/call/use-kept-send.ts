import type { AnswerOf, Endpoint } from '@kabao/contract/kernel/kernel'
import { useCallback, useRef } from 'react'
import { newKey } from './new-key.ts'
import { type SendArguments, type SendInput, send } from './send.ts'

/**
 * Sends like `send`, for a form: while it is open, a call that failed is sent again under its key, whatever was changed in the form. So
 * what was done and whose answer was lost is not done again. Calls about other rows, or other versions of a row, have other keys.
 */
export function useKeptSend(): <E extends Endpoint>(
  endpoint: E,
  input: SendInput<E>,
) => Promise<AnswerOf<E>> {
  const failed = useRef(new Map<string, string>()).current
  return useCallback(
    async (endpoint, input) => {
      const about = aboutOf(endpoint, input)
      const key = input.key ?? failed.get(about) ?? newKey()
      // Not while it is under way, so that a second call at the same time is another one.
      failed.delete(about)
      try {
        return await send(endpoint, ...([{ ...input, key }] as unknown as SendArguments<typeof endpoint>))
      } catch (error) {
        failed.set(about, key)
        throw error
      }
    },
    [failed],
  )
}

/** What a call is about: the endpoint and the row or rows, with the version if it has one. */
function aboutOf({ name }: Endpoint, { params, body }: { params?: unknown; body?: unknown }): string {
  const { id, ids, version } = (body ?? {}) as Record<string, unknown>
  return JSON.stringify([name, params, id, ids, version])
}
