import { clue } from '@kabao/contract/crm/clue'
import { type ClueBatchAct, clueBatchActs } from '@kabao/contract/crm/clue-batch'
import { useMemo } from 'react'
import { usePermission } from '#kit'
import type { ActOnAll, CountedRows } from '#kit/batch/act.ts'

export const matchingOf = {
  assign: { count: clue.assignCount, use: clue.assignMatching },
  transfer: { count: clue.transferCount, use: clue.transferMatching },
  release: { count: clue.releaseCount, use: clue.releaseMatching },
  convert: { count: clue.convertCount, use: clue.convertMatching },
  invalidate: { count: clue.invalidateCount, use: clue.invalidateMatching },
} as const
const names = Object.keys(clueBatchActs) as ClueBatchAct[]

/** Where the leads of an act are: assigning takes what waits, all others what is held. */
const isOffered = (act: ClueBatchAct) => (filter: Readonly<Record<string, unknown>>) =>
  filter.place === undefined || filter.place === (act === 'assign' ? 'waiting' : 'held')

/** The acts on all leads that match the filter. @param ask opens the dialog of an act */
export const useActsOnAll = (ask: (act: ClueBatchAct, rows: CountedRows) => void): readonly ActOnAll[] =>
  useMemo(
    () =>
      names.map((act) => ({
        name: `clue.${act}` as const,
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
    usePermission(clue.assignMatching),
    usePermission(clue.transferMatching),
    usePermission(clue.releaseMatching),
    usePermission(clue.convertMatching),
    usePermission(clue.invalidateMatching),
  ].some(Boolean)
