import type { LeadMergeRow, MergeField } from '@kabao/contract/crm/lead-merge'
import type { LeadDetail } from '@kabao/contract/crm/lead-row'
import { codes } from '@kabao/contract/kernel/envelope'
import { daysAgo } from '../random.ts'
import { type Reader, Refused, say } from '../respond.ts'
import type { Row } from '../row.ts'
import type { Table } from '../table.ts'

interface Merged extends LeadMergeRow {
  keepId: string
  /** Both leads as they were. */
  before: { keep: Record<string, unknown>; other: Record<string, unknown> }
}

type Note = (lead: Row, event: Record<string, unknown> & { kind: string }) => void
type Call<B> = Reader & { params: { id: string }; body: B }

/** Merging in the demo: the other lead is closed until the merge is undone. */
export function mergeCalls(note: Note) {
  const merges: Merged[] = []
  const told = (lead: Row, event: 'merged' | 'mergeUndone', by: string | null) =>
    note(lead, {
      kind: 'event',
      event,
      by,
      from: null,
      to: null,
      reason: '',
      fromStage: lead.stage,
      toStage: lead.stage,
    })
  return {
    merge: ({ params, body, ...call }: Call<{ otherId: string; fields: MergeField[] }>, table: Table) => {
      const [keep, other] = [table.find(params.id, call), table.find(body.otherId, call)]
      if (keep === other || other.closedAt !== null)
        throw new Refused(codes.conflict, say('conflict', call.language))
      const by = call.account?.name ?? null
      merges.unshift({
        id: String(merges.length + 1),
        keepId: keep.id,
        otherId: other.id,
        at: new Date().toISOString(),
        by,
        fields: body.fields,
        isUndone: false,
        undoUntil: daysAgo(-30),
        left: { fields: [], acts: [], isHolderFull: false },
        before: { keep: { ...keep }, other: { ...other } },
      })
      const taken = Object.fromEntries(body.fields.map((field) => [field, other[field]]))
      table.change(keep, { ...taken, mergeCount: Number(keep.mergeCount) + 1 })
      table.change(other, { stage: 'invalid', closedAt: new Date().toISOString(), recycleAt: null })
      told(keep, 'merged', by)
      return table.shown(keep, call) as unknown as LeadDetail
    },
    merges: ({ params }: { params: { id: string } }) =>
      merges.filter(({ keepId }) => keepId === params.id).map(({ keepId: _, before: __, ...merge }) => merge),
    undoMerge: ({ params, body, ...call }: Call<{ mergeId: string }>, table: Table) => {
      const merge = merges.find(({ id, isUndone }) => id === body.mergeId && !isUndone)
      if (!merge) throw new Refused(codes.conflict, say('conflict', call.language))
      const keep = table.find(params.id, call)
      const { before, fields, otherId } = merge
      table.change(keep, Object.fromEntries(fields.map((field) => [field, before.keep[field]])))
      table.change(table.find(otherId, call), before.other)
      Object.assign(merge, { isUndone: true, undoUntil: null, left: null })
      told(keep, 'mergeUndone', call.account?.name ?? null)
      return { fields: [], acts: [], isHolderFull: false }
    },
  }
}
