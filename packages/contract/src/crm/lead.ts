import * as z from 'zod'
import { choicesOf } from '../kernel/choice.ts'
import { exportAnswer, exportBody } from '../kernel/export-body.ts'
import { area, id, longText, pageAnswer, requiredLongText, version } from '../kernel/kernel.ts'
import { lookedUp } from '../kernel/look-up.ts'
import { personName, phone } from '../kernel/personal.ts'
import { regionCode } from '../kernel/region-code.ts'
import { leadBatch } from './lead-batch.ts'
import { leadBoard } from './lead-board.ts'
import { affectedByLeads } from './lead-fields.ts'
import { leadMerge } from './lead-merge.ts'
import { leadColumns, leadCounts, leadDetail, leadPage, leadRow } from './lead-row.ts'
import { leadWork } from './lead-work.ts'

const toExport = exportBody(leadPage, leadColumns)

const create = z.strictObject({
  /** The answer says whether there is such a lead, so it is a look-up. */
  phone: lookedUp(phone, 'user', (value) => ({ kind: 'phone', value })),
  name: personName.default(''),
  cityCode: regionCode.nullable().default(null),
  remark: longText(500).default(''),
  poolId: id,
  /** Whether the caller, who is a salesman, takes it at once. */
  claim: z.boolean('type').default(false),
})

const update = z.strictObject({
  id,
  version,
  name: personName,
  cityCode: regionCode.nullable(),
  remark: longText(500),
})

const affects = affectedByLeads

/** Leads: persons who may become customers. A caller with the data scope `own` sees those that are in his sight as a salesman. */
export const lead = area('lead', {
  page: {
    method: 'POST',
    path: '/lead/page',
    kind: 'read',
    owned: true,
    summary: ['查看线索', 'View leads'],
    body: leadPage,
    answer: pageAnswer(leadRow),
  },
  export: {
    method: 'POST',
    path: '/lead/page/export',
    kind: 'write',
    affects: ['exportTask'],
    staged: true,
    summary: ['导出线索', 'Export leads'],
    body: toExport,
    answer: exportAnswer,
  },
  counts: {
    method: 'GET',
    path: '/lead/counts',
    kind: 'read',
    point: 'page',
    owned: true,
    summary: ['各阶段的线索数', 'Number of leads by stage'],
    answer: leadCounts,
  },
  ...leadBoard,
  get: {
    method: 'GET',
    path: '/lead/{id}',
    kind: 'read',
    point: 'page',
    owned: true,
    summary: ['查看线索详情', 'View a lead'],
    answer: leadDetail,
  },
  create: {
    method: 'POST',
    path: '/lead',
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
    path: '/lead',
    kind: 'write',
    affects,
    owned: true,
    summary: ['编辑线索', 'Edit leads'],
    body: update,
    answer: leadDetail,
  },
  /** One person’s phone and name, with the reason; counted in the limit of the day. */
  reveal: {
    method: 'POST',
    path: '/lead/{id}/reveal',
    kind: 'write',
    affects: [],
    owned: true,
    summary: ['查看线索的完整手机号', 'Reveal the phone of a lead'],
    body: z.strictObject({ reason: requiredLongText(100) }),
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
    path: '/lead/{id}/copy',
    kind: 'write',
    affects: [],
    owned: true,
    summary: ['复制线索的完整手机号', 'Copy the phone of a lead'],
    answer: z.null(),
  },
  ...leadWork,
  ...leadBatch,
  ...leadMerge,
  ...choicesOf('lead', {
    salesmen: 'salesman',
    pools: 'lead_pool',
    channels: 'channel',
  }),
})

export type LeadExport = z.output<typeof toExport>
