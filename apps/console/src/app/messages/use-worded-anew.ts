import { useEffect, useRef } from 'react'

/** The service words the messages: another language is another answer. */
export function useWordedAnew(language: string, refetch: () => unknown): void {
  const before = useRef(language)
  useEffect(() => {
    if (before.current === language) return
    before.current = language
    void refetch()
  }, [language, refetch])
}
