import { useEffect, useState } from 'react'
import { useSession } from '#kit'
import type { Found } from './records.ts'

/** In milliseconds: a search begins when the typing pauses. */
const pause = 250
const nothing: Found = { records: [], isPartial: false }

/** The records that match a text; a newer text cancels the calls of an older one, and only its own results are shown. */
export function useRecords(typed: string): Found & { isBusy: boolean } {
  const text = typed.trim()
  const points = useSession((session) => session.points)
  const [answer, setAnswer] = useState<{ text: string; found: Found } | null>(null)
  useEffect(() => {
    if (text === '') return
    const calls = new AbortController()
    const timer = setTimeout(async () => {
      // Loaded at the first search: the schemas of these areas are larger than the palette.
      const found = await import('./records.ts')
        .then(({ findRecords }) => findRecords(text, points, calls.signal))
        .catch((): Found => ({ records: [], isPartial: true }))
      if (!calls.signal.aborted) setAnswer({ text, found })
    }, pause)
    return () => {
      clearTimeout(timer)
      calls.abort()
    }
  }, [text, points])
  const isAnswered = answer?.text === text
  return { ...(isAnswered ? answer.found : nothing), isBusy: text !== '' && !isAnswered }
}
