import type { ConnectionTemplate, TemplateOutcome } from '@kabao/contract/partners/template'

type EnumerationMap = ConnectionTemplate['maps'][number]

/** Maps that the shipped templates share; an organization edits its own copy. */
export const genderMap: EnumerationMap = {
  name: 'gender',
  entries: [
    { from: 'male', to: '1' },
    { from: 'female', to: '2' },
    { from: '*', to: '0' },
  ],
}

export const incomeMap: EnumerationMap = {
  name: 'income',
  entries: [
    { from: 'below3k', to: 'A' },
    { from: 'from3kTo5k', to: 'B' },
    { from: 'from5kTo10k', to: 'C' },
    { from: 'from10kTo20k', to: 'D' },
    { from: 'above20k', to: 'E' },
    { from: '*', to: 'X' },
  ],
}

/** The outcome if the value at a path is one of these. */
export const rule = (path: string, is: string[], outcome: Exclude<TemplateOutcome, 'unknown'>) => ({
  when: [{ path, is }],
  outcome,
})
