import type { MouseEvent } from 'react'

/** Gives an input that shows less than its text a tip with all of it. */
export function tipOfCut({ currentTarget: input }: MouseEvent<HTMLInputElement | HTMLButtonElement>): void {
  const { scrollWidth, clientWidth } = input.querySelector('span') ?? input
  input.title = scrollWidth > clientWidth ? input.value || (input.textContent ?? '') : ''
}
