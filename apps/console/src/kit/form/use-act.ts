import type { AnswerOf, Endpoint } from '@kabao/contract/kernel'
import { useCallback, useRef } from 'react'
import { useSend } from '../call/query.ts'
import type { SendInput } from '../call/send.ts'
import { message } from '../message/message.ts'
import { ask, type Question } from './confirm.tsx'

/** What is asked before an act, and what is said after it. */
export interface ActWords<A> extends Omit<Question, 'run'> {
  done?: (answer: A) => string
}

/**
 * Asks first, naming what it is done to, then does it and says so: deleting a row, disabling an account.
 * @param wordsFor the question, worded when it is asked
 * @param inputFor what the endpoint is sent; default: the row's id as its parameter
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
      const run = async () => {
        const answer = await mutateAsync(input)
        if (done) message.success(done(answer))
        onDone?.(answer)
      }
      void ask({ ...question, run })
    },
    [mutateAsync],
  )
}
