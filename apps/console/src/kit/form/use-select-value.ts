import { useState } from 'react'

/**
 * What Mantine's Select takes for a choice. No choice is an empty text until there was one: at null it looks through the whole
 * document for a selected option whenever its page comes back, kept pages and all; after a choice only null empties it.
 */
export function useSelectValue(value: string | undefined): string | null {
  const [wasChosen, setWasChosen] = useState(value !== undefined)
  if (value !== undefined && !wasChosen) setWasChosen(true)
  return value ?? (wasChosen ? null : '')
}
