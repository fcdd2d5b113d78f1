import { today } from '#kit/form/business-time.ts'

/** How many months can be chosen. */
const count = 36

/** This month and those before it, `yyyy-mm`, the latest first. */
export function latestMonths(): string[] {
  const [year, month] = today().split('-').map(Number) as [number, number]
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
}
