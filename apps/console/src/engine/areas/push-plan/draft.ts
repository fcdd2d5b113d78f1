import type { PushPlanRow } from '@kabao/contract/engine/push-plan'
import { valuesOf } from '#kit/form/values-of.ts'

/** The values of the form of a new push plan. */
export const blank = {
  name: '',
  planId: null as string | null,
  channelId: null as string | null,
  cityCode: null as string | null,
  registeredFrom: null as string | null,
  registeredTo: null as string | null,
  userStatuses: [] as PushPlanRow['userStatuses'],
  riskLevels: [] as PushPlanRow['riskLevels'],
  sources: ['channel'] as PushPlanRow['sources'],
  schedule: 'now' as PushPlanRow['schedule'],
  at: null as string | null,
  dailyAt: null as string | null,
  perMinute: 60 as number | null,
  cap: null as number | null,
  remark: '',
}
export type PushPlanDraft = typeof blank

/** The form's values of a stored push plan. */
export const draftOf = (row: PushPlanRow): PushPlanDraft => valuesOf(blank, row)

/** A copy has a name of its own, and no sending time that has passed. */
export const copyOf = (from: PushPlanRow, name: string): PushPlanDraft => {
  const draft = draftOf(from)
  const isPast = draft.at !== null && Date.parse(draft.at) <= Date.now()
  return { ...draft, name: name.slice(0, 60), at: isPast ? null : draft.at }
}
