import { useEffect, useRef } from 'react'

/** The service sends the texts of messages in one language, so a change of the language fetches them again. */
export function useWordedAnew(language: string, refetch: () => unknown): void {
  const before = useRef(language)
  useEffect(() => {
    if (before.current === language) return
    before.current = language
    void refetch()
  }, [language, refetch])
}
