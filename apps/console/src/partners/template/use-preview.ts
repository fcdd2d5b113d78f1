import type { AnswerOf, Endpoint } from '@kabao/contract/kernel/kernel'
import { useEffect, useState } from 'react'
import { type AnswerArguments, useAnswer } from '#kit/call/query.ts'
import { Refusal } from '#kit/call/refusal.ts'
import type { CallInput } from '#kit/call/send.ts'

/** How long after the last key a preview is asked for, in milliseconds. */
const quietMs = 400

/**
 * What the service makes of a template while it is typed: its problems, and the request that it makes.
 * @param template null: nothing is asked
 * @param inputOf what is asked about a template
 */
export function usePreview<E extends Endpoint, T>(
  use: E,
  template: T | null,
  inputOf: (template: T) => CallInput<E>,
): {
  preview: AnswerOf<E> | undefined
  /** The sentences at fields that do not fit the schema: `template.stages.submit.sign.over`. */
  wrong: Readonly<Record<string, string>>
  /** Whether it is of the template as it is now, and not of what was there before the last keys. */
  isCurrent: boolean
} {
  const [asked, setAsked] = useState(template)
  const text = JSON.stringify(template)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says whether the template has changed
  useEffect(() => {
    const timer = setTimeout(() => setAsked(template), quietMs)
    return () => clearTimeout(timer)
  }, [text])
  // The parameters of `E` are not known here.
  const { data, error, isPlaceholderData } = useAnswer(
    use,
    ...([
      inputOf(asked as T),
      {
        enabled: asked !== null,
        meta: { isSilent: true },
        gcTime: 0,
        placeholderData: (before: unknown) => before,
      },
    ] as unknown as AnswerArguments<E>),
  )
  const wrong = error instanceof Refusal ? (error.fields ?? {}) : {}
  const isCurrent = !isPlaceholderData && JSON.stringify(asked) === text
  return { preview: error || template === null ? undefined : data, wrong, isCurrent }
}

/** The sentences at parts of the template, by their path in it. */
export const inTemplate = (problems: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([path, text]) =>
      path.startsWith('template.') ? [[path.slice('template.'.length), text]] : [],
    ),
  )
