import { useState } from 'react'

/**
 * The value that Mantine's Select gets. Before the first choice, no choice is an empty text: at null, Select searches the whole
 * document for a selected option whenever its page is shown again, including all kept pages. After a choice, only null empties
 * it.
 */
export function useSelectValue(value: string | undefined): string | null {
  const [wasChosen, setWasChosen] = useState(value !== undefined)
  if (value !== undefined && !wasChosen) setWasChosen(true)
  return value ?? (wasChosen ? null : '')
}
