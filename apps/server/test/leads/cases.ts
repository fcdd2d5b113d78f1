import { deskFigures } from '@kabao/contract/crm/crm-center'
import { type LeadBatchAct, leadBatchActs } from '@kabao/contract/crm/lead-batch'
import { monthFigures } from '@kabao/contract/crm/salesman'
import type { Sample } from '../matrix/samples.ts'

const leadBatchNames = Object.keys(leadBatchActs) as LeadBatchAct[]

/** What a caller tries to reach: a lead, its person, and what belongs to it. */
export interface Target {
  leadId: string
  /** Null: it waits. */
  salesmanId: string | null
  poolId: string
  userId: string
  channelId: string
  phone: string
  name: string
  mergeId: string
  importId: string
  /** The hash of its id in the mark of a batch. */
  hash: string
}

/** The caller’s own: a lead that he holds, the salesman that he is, a file that he sent. */
export interface Own {
  leadId: string
  salesmanId: string
  colleagueId: string
  fileId: string
}

export interface Case {
  /**
   * What the answer must be if the target is out of the caller’s sight: there is no such thing (4040), nothing was done, the rows are
   * not those that were counted (4090), or an answer in which nothing of the target is.
   */
  says: 'notThere' | 'noneDone' | 'noneChanged' | 'nothingOfIt'
  requests(target: Target, own: Own): Partial<Sample>[]
}

const row = (body?: (target: Target, own: Own) => object): Case => ({
  says: 'notThere',
  requests: (target, own) => [{ params: { id: target.leadId }, ...(body && { body: body(target, own) }) }],
})
const several = (body: object = {}): Case => ({
  says: 'noneDone',
  requests: ({ leadId }) => [{ body: { ids: [leadId], ...body } }],
})
const list = (requests: Case['requests']): Case => ({ says: 'nothingOfIt', requests })
const salesmanRow = (body?: object): Case => ({
  says: 'notThere',
  requests: ({ salesmanId }) =>
    salesmanId === null ? [] : [{ params: { id: salesmanId }, ...(body && { body }) }],
})
/** Days to come, in business days. */
const dayIn = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10)
const leaveDays = { firstOn: dayIn(40), lastOn: dayIn(42), deputyId: '1' }

const importRow = (body?: object): Case => ({
  says: 'notThere',
  requests: ({ importId }) => [{ params: { id: importId }, ...(body && { body }) }],
})
/** Choices show names by decision 070; a search in them finds no person of a lead. */
const choice = list(({ name, phone, leadId }) =>
  [undefined, name, phone, phone.slice(-4), leadId].map((keyword) => ({ query: keyword ? { keyword } : {} })),
)
/** Names and rules of teams and pools are for all who have the point; leads are not in them. */
const rules = list(({ poolId }) => [{ params: { id: poolId }, body: {} }])
const why = () => ({ reason: '试' })

/** Every filter that could name the target. */
const filters = ({ phone, name, salesmanId, poolId, channelId, userId }: Target): object[] => [
  {},
  { phone },
  { phone: phone.slice(-4) },
  { phone: phone.slice(0, 3) },
  { name },
  { name: [...name][0] },
  { poolId },
  { channelId },
  { userId },
  ...(salesmanId === null ? [] : [{ salesmanId }]),
  { cityCode: '440300' },
  { source: 'open' },
  { place: 'waiting' },
  { place: 'held' },
  { late: true },
  { due: 'overdue' },
  { mine: true },
]
const everyColumn = ['id', 'name', 'phone', 'stage', 'salesmanName', 'source', 'cityName', 'channelName']

/** Every filter that could name the target, with the number and the mark that would fit if he saw it. */
const onAll = (act: LeadBatchAct): Case => ({
  says: 'noneChanged',
  requests: (target, { colleagueId }) =>
    filters(target).flatMap((filter) =>
      ['999999999999999999', target.leadId].map((upTo) => ({
        body: {
          filter,
          count: 1,
          mark: `${upTo}.${target.hash}`,
          reason: '试',
          ...((act === 'assign' || act === 'transfer') && { salesmanId: colleagueId }),
        },
      })),
    ),
})

/** How each call of these areas is tried on what is not the caller’s. A new call needs a case here. */
export const cases: Record<string, Case> = {
  'lead.page': list((target) => filters(target).map((body) => ({ body: { size: 200, ...body } }))),
  'lead.export': list((target) =>
    filters(target).map((body) => ({ body: { format: 'csv', columns: everyColumn, ...body } })),
  ),
  'lead.board': list((target) =>
    filters(target).map((body) => ({ body: { stage: 'contacted', size: 100, ...body } })),
  ),
  'lead.counts': list(() => [{}]),
  'lead.get': row(),
  'lead.create': list(() => []),
  'lead.update': {
    says: 'notThere',
    requests: ({ leadId }) => [{ body: { id: leadId, version: 1, name: '', cityCode: null, remark: '' } }],
  },
  'lead.reveal': row(why),
  'lead.copy': row(),
  'lead.claim': row(() => ({})),
  'lead.assign': row((_, { colleagueId }) => ({ salesmanId: colleagueId })),
  'lead.transfer': row(({ salesmanId }, { colleagueId }) => ({
    fromId: salesmanId ?? colleagueId,
    salesmanId: colleagueId,
    reason: '试',
  })),
  'lead.release': row(why),
  'lead.protect': row(why),
  'lead.followUp': row(() => ({ way: 'call', content: '试', result: 'reached' })),
  'lead.setStage': row(() => ({ stage: 'applied' })),
  'lead.convert': row(why),
  'lead.invalidate': row(why),
  'lead.claimMany': several(),
  'lead.assignMany': {
    says: 'noneDone',
    requests: ({ leadId }, { colleagueId }) => [{ body: { ids: [leadId], salesmanId: colleagueId } }],
  },
  'lead.releaseMany': several({ reason: '试' }),
  'lead.transferMany': {
    says: 'noneDone',
    requests: ({ leadId }, { colleagueId }) => [
      { body: { ids: [leadId], salesmanId: colleagueId, reason: '试' } },
    ],
  },
  'lead.convertMany': several({ reason: '试' }),
  'lead.invalidateMany': several({ reason: '试' }),
  ...Object.fromEntries(
    leadBatchNames.flatMap((act) => [
      [`lead.${act}Count`, list((target) => filters(target).map((filter) => ({ body: { filter } })))],
      [`lead.${act}Matching`, onAll(act)],
    ]),
  ),
  'lead.timeline': row(() => ({ size: 50 })),
  'lead.merge': {
    says: 'notThere',
    requests: ({ leadId }, own) => [
      { params: { id: leadId }, body: { otherId: own.leadId } },
      { params: { id: own.leadId }, body: { otherId: leadId, fields: ['name', 'remark'] } },
    ],
  },
  'lead.merges': row(),
  'lead.undoMerge': {
    says: 'notThere',
    requests: ({ leadId, mergeId }, own) => [
      { params: { id: leadId }, body: { mergeId } },
      { params: { id: own.leadId }, body: { mergeId } },
    ],
  },
  'lead.salesmen': choice,
  'lead.pools': choice,
  'lead.channels': choice,
  'lead.imports': list(() => [{}]),
  'lead.importTemplate': list(() => []),
  'lead.importColumns': list(() => []),
  'lead.importStart': list(() => []),
  'lead.importGet': importRow(),
  'lead.importCommit': importRow({}),
  'lead.importCancel': importRow(),
  'lead.importWrong': importRow(),
  'crmCenter.desk': list(() => [{ query: { period: 'month' } }, { query: { period: 'week' } }]),
  'crmCenter.leads': list(() =>
    ['overdue', 'today', 'fresh', 'returning'].map((part) => ({ body: { part, size: 100 } })),
  ),
  'crmCenter.records': list(() =>
    deskFigures.flatMap((figure) =>
      [false, true].map((isBefore) => ({ body: { figure, isBefore, size: 200 } })),
    ),
  ),
  'salesman.records': {
    says: 'notThere',
    requests: ({ salesmanId }) =>
      salesmanId === null
        ? []
        : monthFigures.map((figure) => ({ params: { id: salesmanId }, body: { figure } })),
  },
  'salesman.page': list(() => [{ body: { size: 200 } }]),
  'salesman.export': list(() => [{ body: { format: 'csv', columns: ['id', 'name', 'phone', 'remark'] } }]),
  'salesman.counts': list(() => [{}]),
  'salesman.get': salesmanRow(),
  'salesman.create': list(() => []),
  'salesman.update': {
    says: 'notThere',
    requests: ({ salesmanId }) =>
      salesmanId === null ? [] : [{ body: { id: salesmanId, version: 1, name: '试' } }],
  },
  'salesman.remove': salesmanRow(),
  'salesman.removeMany': {
    says: 'nothingOfIt',
    requests: ({ salesmanId }) => (salesmanId === null ? [] : [{ body: { ids: [salesmanId] } }]),
  },
  'salesman.reveal': salesmanRow(),
  'salesman.goOnLeave': salesmanRow({ version: 1, deputyId: '1' }),
  'salesman.planLeave': salesmanRow({ ...leaveDays, version: 1 }),
  'salesman.changeLeave': salesmanRow({ ...leaveDays, version: 1, leaveId: '1' }),
  'salesman.cancelLeave': salesmanRow({ version: 1, leaveId: '1' }),
  'salesman.comeBack': salesmanRow({ version: 1 }),
  'salesman.leave': salesmanRow({ version: 1, toId: null, reason: '试' }),
  'salesman.accounts': choice,
  'salesman.teams': choice,
  'salesman.colleagues': choice,
  'salesTeam.page': rules,
  'salesTeam.get': rules,
  'salesTeam.create': list(() => []),
  'salesTeam.update': list(() => []),
  'salesTeam.remove': list(() => []),
  'salesTeam.heads': choice,
  'leadPool.page': rules,
  'leadPool.get': rules,
  'leadPool.create': list(() => []),
  'leadPool.update': list(() => []),
  'leadPool.remove': list(() => []),
  'leadPool.teams': choice,
  'leadPool.owners': choice,
}

/** The calls after which somebody sees what the pool of a waiting lead hides: he claims it, or gives it to somebody whom he heads. */
export const claiming = (who: string): string[] => [
  'lead.claim',
  'lead.claimMany',
  ...(who === 'the head of a team' ? ['lead.assign'] : []),
]
