import { type Days, daysOfPreset, type Preset } from '@kabao/contract/statistics/report/range'
import { today } from '#kit/form/business-time.ts'
import type { Asked } from './report-kind.ts'

/** The preset that is in force: the one that is asked for or, without days, that of the report. */
export const presetOf = ({ preset, from, to }: Asked, usual: Preset): Preset | undefined =>
  preset ?? (from || to ? undefined : usual)

/** The business days that are asked for. */
export function askedDays(asked: Asked, usual: Preset): Days {
  const preset = presetOf(asked, usual)
  if (preset) return daysOfPreset(preset, today())
  const { from = asked.to ?? today(), to = asked.from ?? today() } = asked
  return { from, to }
}
