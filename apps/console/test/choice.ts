import type { Choice } from '@kabao/contract/kernel/choice'
import { type Screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** A choice as the service returns it; what is left out is empty. */
export const choice = (given: Pick<Choice, 'id' | 'name'> & Partial<Choice>): Choice => ({
  code: null,
  hint: null,
  status: 'enabled',
  ...given,
})

/** The combobox of a field, once it has replaced the input that waits for it. */
export const findCombobox = (inside: Pick<Screen, 'getByRole'>, name: string): Promise<HTMLElement> =>
  waitFor(() => {
    const found = inside.getByRole('combobox', { name })
    expect(found.getAttribute('aria-haspopup')).toBe('listbox')
    return found
  })
