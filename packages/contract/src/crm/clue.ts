import * as z from 'zod'
import { choicesOf } from '../kernel/choice.ts'
import { exportAnswer, exportBody } from '../kernel/export-body.ts'
import { area, id, pageAnswer, requiredText, text, version } from '../kernel/kernel.ts'
import { lookedUp } from '../kernel/look-up.ts'
import { phone } from '../kernel/personal.ts'
import { regionCode } from '../kernel/region-code.ts'
import { clueBatch } from './clue-batch.ts'
import { clueBoard } from './clue-board.ts'
import { affectedByLeads } from './clue-fields.ts'
import { clueMerge } from './clue-merge.ts'
import { clueColumns, clueCounts, clueDetail, cluePage, clueRow } from './clue-row.ts'
import { clueWork } from './clue-work.ts'

const toExport = exportBody(cluePage, clueColumns)

const create = z.strictObject({
  /** The answer says whether there is such a lead, so it is a look-up. */
  phone: lookedUp(phone, 'user', (value) => ({ kind: 'phone', value })),
  name: text(40).default(''),
  cityCode: regionCode.nullable().default(null),
  remark: text(500).default(''),
  poolId: id,
  /** Whether the caller, who is a salesman, takes it at once. */
  claim: z.boolean('type').default(false),
})

const update = z.strictObject({
  id,
  version,
  name: text(40),
  cityCode: regionCode.nullable(),
  remark: text(500),
})

const affects = affectedByLeads

/** Leads: persons who may become customers. A caller with the data scope `own` sees those that are in his sight as a salesman. */
export const clue = area('clue', {
  page: {
    method: 'POST',
    path: '/clue/page',
    kind: 'read',
    owned: true,
    summary: ['查看线索', 'See leads'],
    body: cluePage,
    answer: pageAnswer(clueRow),
  },
  export: {
    method: 'POST',
    path: '/clue/page/export',
    kind: 'write',
    affects: ['exportTask'],
    staged: true,
    summary: ['导出线索', 'Export leads'],
    body: toExport,
    answer: exportAnswer,
  },
  counts: {
    method: 'GET',
    path: '/clue/counts',
    kind: 'read',
    point: 'page',
    owned: true,
    summary: ['各阶段的线索数', 'Number of leads by stage'],
    answer: clueCounts,
  },
  ...clueBoard,
  get: {
    method: 'GET',
    path: '/clue/{id}',
    kind: 'read',
    point: 'page',
    owned: true,
    summary: ['查看线索详情', 'See a lead'],
    answer: clueDetail,
  },
  create: {
    method: 'POST',
    path: '/clue',
    kind: 'write',
    affects,
    summary: ['添加线索', 'Add leads'],
    body: create,
    answer: z.object({
      id,
      /** False: there is such a lead already, which may be out of the caller’s sight. */
      isNew: z.boolean(),
    }),
  },
  update: {
    method: 'PUT',
    path: '/clue',
    kind: 'write',
    affects,
    owned: true,
    summary: ['编辑线索', 'Edit leads'],
    body: update,
    answer: clueDetail,
  },
  /** One person’s phone and name, with the reason; counted in the limit of the day. */
  reveal: {
    method: 'POST',
    path: '/clue/{id}/reveal',
    kind: 'write',
    affects: [],
    owned: true,
    summary: ['查看线索的完整手机号', 'Reveal the phone of a lead'],
    body: z.strictObject({ reason: requiredText(100) }),
    answer: z.object({
      phone: z.string().nullable(),
      name: z.string().nullable(),
      /** How many the caller may still reveal today; null: no limit. */
      left: z.int().nullable(),
    }),
  },
  /** Notes that the caller copies the phone that was revealed to him; without the permission point it is not offered. */
  copy: {
    method: 'POST',
    path: '/clue/{id}/copy',
    kind: 'write',
    affects: [],
    owned: true,
    summary: ['复制线索的完整手机号', 'Copy the phone of a lead'],
    answer: z.null(),
  },
  ...clueWork,
  ...clueBatch,
  ...clueMerge,
  ...choicesOf('clue', {
    salesmen: 'salesman',
    pools: 'clue_pool',
    channels: 'channel',
  }),
})

export type ClueExport = z.output<typeof toExport>
