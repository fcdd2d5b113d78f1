import type { Choice } from '@kabao/contract/kernel/choice'

/** A choice as the service returns it; what is left out is empty. */
export const choice = (given: Pick<Choice, 'id' | 'name'> & Partial<Choice>): Choice => ({
  code: null,
  hint: null,
  status: 'enabled',
  ...given,
})
