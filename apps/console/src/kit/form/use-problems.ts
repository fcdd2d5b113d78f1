import type { FieldProblems } from '@kabao/contract/kernel/envelope'
import { type Dispatch, type SetStateAction, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLanguage } from '../words/words.ts'

/**
 * Calls back after each change of the language.
 * @param apply gets a function that words a shown sentence in the new language
 */
export function useWordAnew(apply: (word: (sentence: string) => string) => void): void {
  const language = useLanguage()
  const shown = useRef(language)
  const latest = useEffectEvent(apply)
  useEffect(() => {
    if (shown.current === language) return
    shown.current = language
    let isCurrent = true
    // Loaded only now: a form needs the texts of the service only after a change of the language.
    void import('./translate-problems.ts')
      .then(({ wordAnew }) => isCurrent && latest((sentence) => wordAnew(sentence, language)))
      .catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [language])
}

/** Each sentence of these problems in other words. */
export const mapProblems = (problems: FieldProblems, word: (sentence: string) => string): FieldProblems =>
  Object.fromEntries(Object.entries(problems).map(([name, sentence]) => [name, word(sentence)]))

/** The problems of a form by field. Their sentences follow the language, whether the console or the service worded them. */
export function useProblems(): [FieldProblems, Dispatch<SetStateAction<FieldProblems>>] {
  const [problems, setProblems] = useState<FieldProblems>({})
  useWordAnew((word) => setProblems((before) => mapProblems(before, word)))
  return [problems, setProblems]
}
