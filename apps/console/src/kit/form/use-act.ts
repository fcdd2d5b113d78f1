import type { AnswerOf, Endpoint } from '@kabao/contract/kernel/kernel'
import { useCallback, useRef } from 'react'
import { useSend } from '../call/query.ts'
import type { SendInput } from '../call/send.ts'
import { message } from '../message/message.ts'
import { ask, type Question } from './confirm.tsx'

/** The words of the question before an act, and of the message after it. */
export interface ActWords<A> extends Omit<Question, 'run'> {
  done?: (answer: A) => string
}

/**
 * Asks first, naming the record, then does the act and confirms it: deleting a row, disabling an account.
 * @param wordsFor the words of the question, made when it is shown
 * @param inputFor the input of the endpoint; default: the row's id as its parameter
 */
export function useAct<E extends Endpoint, T extends { id: string }>(
  endpoint: E,
  wordsFor: (target: T) => ActWords<AnswerOf<E>>,
  options: { inputFor?: (target: T) => SendInput<E>; onDone?: (answer: AnswerOf<E>) => void } = {},
): (target: T) => void {
  const { mutateAsync } = useSend(endpoint)
  const latest = useRef({ wordsFor, ...options })
  latest.current = { wordsFor, ...options }
  return useCallback(
    (target) => {
      const { wordsFor, inputFor, onDone } = latest.current
      const { done, ...question } = wordsFor(target)
      const input = inputFor?.(target) ?? ({ params: { id: target.id } } as unknown as SendInput<E>)
      const run = async (key: string) => {
        const answer = await mutateAsync({ ...input, key })
        if (done) message.success(done(answer))
        onDone?.(answer)
      }
      void ask({ ...question, run })
    },
    [mutateAsync],
  )
}
