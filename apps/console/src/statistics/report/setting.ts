import type { ReportWord } from './figure-title.ts'

/** The input of a setting of a report, of which one value always applies. */
export const setting = <V extends string>(
  name: 'grain' | 'way' | 'compare' | 'by' | 'regionLevel',
  values: readonly V[],
  value: V,
  word: ReportWord,
  errorOf: (name: string) => string | undefined,
) => ({
  name,
  label: word(`field.${name}`),
  options: values.map((each) => ({ value: each, label: word(`${name}.${each}` as 'grain.day') })),
  value,
  isRequired: true as const,
  error: errorOf(name),
})
