import { lead } from '@kabao/contract/crm/lead'
import { type LeadBatchAct, leadBatchActs } from '@kabao/contract/crm/lead-batch'
import { useMemo } from 'react'
import { usePermission } from '#kit'
import type { ActOnAll, CountedRows } from '#kit/batch/act.ts'

export const matchingOf = {
  assign: { count: lead.assignCount, use: lead.assignMatching },
  transfer: { count: lead.transferCount, use: lead.transferMatching },
  release: { count: lead.releaseCount, use: lead.releaseMatching },
  convert: { count: lead.convertCount, use: lead.convertMatching },
  invalidate: { count: lead.invalidateCount, use: lead.invalidateMatching },
} as const
const names = Object.keys(leadBatchActs) as LeadBatchAct[]

/** Where the leads of an act are: assigning takes what waits, all others what is held. */
const isOffered = (act: LeadBatchAct) => (filter: Readonly<Record<string, unknown>>) =>
  filter.place === undefined || filter.place === (act === 'assign' ? 'waiting' : 'held')

/** The acts on all leads that match the filter. @param ask opens the dialog of an act */
export const useActsOnAll = (ask: (act: LeadBatchAct, rows: CountedRows) => void): readonly ActOnAll[] =>
  useMemo(
    () =>
      names.map((act) => ({
        name: `lead.${act}` as const,
        ...matchingOf[act],
        isOffered: isOffered(act),
        isDanger: act === 'invalidate',
        ask: (rows) => ask(act, rows),
      })),
    [ask],
  )

/** Whether the caller may do any of these acts. */
export const useMayAll = (): boolean =>
  [
    usePermission(lead.assignMatching),
    usePermission(lead.transferMatching),
    usePermission(lead.releaseMatching),
    usePermission(lead.convertMatching),
    usePermission(lead.invalidateMatching),
  ].some(Boolean)
