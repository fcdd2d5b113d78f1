import type { ClueDetail, ClueRow } from '@kabao/contract/crm/clue-row'

/** A lead as the service returns it in a list: the caller works on it. */
export const leadRow = (over: Partial<ClueRow> = {}): ClueRow => ({
  ...{
    id: '11',
    userId: null,
    phone: '138****1234',
    name: '李*',
    cityCode: '440300',
    cityName: '广东省深圳市',
  },
  ...{ source: 'manual', channelId: null, channelName: null, hidden: [], poolId: '1', poolName: '公海' },
  ...{
    salesmanId: '3',
    salesmanName: '陈晓',
    isMine: true,
    isClaimable: over.salesmanId === null,
    stage: 'contacted',
    score: 60,
  },
  ...{ arrivedAt: '2026-03-01T00:00:00.000Z', assignedAt: '2026-03-01T00:00:00.000Z' },
  ...{ firstContactDueAt: null, firstContactAt: '2026-03-01T00:10:00.000Z', nextFollowAt: null },
  ...{ lastFollowAt: null, recycleAt: null, protectedUntil: null, restUntil: null, closedAt: null },
  ...{ isForgotten: false, version: 1 },
  ...over,
})

/** The same lead in its details. */
export const leadDetail = (over: Partial<ClueDetail> = {}): ClueDetail => ({
  ...leadRow(),
  ...{
    remark: '',
    teamName: null,
    mergeCount: 0,
    followUpCount: 0,
    can: { claim: true, work: true, assign: true },
  },
  ...{ revealsLeft: 9, createdAt: '2026-03-01T00:00:00.000Z', createdBy: null },
  updatedAt: '2026-03-01T00:00:00.000Z',
  ...over,
})
