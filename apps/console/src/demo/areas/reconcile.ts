import { correction as correctionArea } from '@kabao/contract/reconcile/correction'
import { difference as differenceArea } from '@kabao/contract/reconcile/difference'
import { reconcile as reconcileArea } from '@kabao/contract/reconcile/reconcile'
import { special } from '../special.ts'

const orgs = ['华南信用卡中心', '华东消费金融', '西部普惠', '北方权益平台']
const dayBack = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
/** The filters by a business day from another one on, and before another one. */
const byDay = {
  dayFrom: ({ day }: { day: string }, value: string) => day >= value,
  dayTo: ({ day }: { day: string }, value: string) => day < value,
}
const anyRow = () => true

/** The demo compares no lists: what is there stays. */
export const reconcile = special(reconcileArea, {
  count: 12,
  row: (_random, at, made) => ({
    day: dayBack(at + 1),
    toDay: dayBack(at + 1),
    lines: 120 + at,
    matched: 118 + at,
    wrong: 0,
    wrongRows: [],
    gaps: { missingHere: 1, missingThere: 1, amount: 0, status: 0 },
    open: at % 3,
    problem: null,
    whose: made.kind === 'within' ? null : (orgs[at % orgs.length] as string),
    fileName: made.kind === 'within' ? null : `对账单-${dayBack(at + 1)}.xlsx`,
  }),
  filters: { ...byDay, orgId: anyRow, collectionId: anyRow },
  without: ['bill', 'download', 'orgList', 'within', 'check', 'checked', 'template'],
})

export const difference = special(differenceArea, {
  count: 24,
  row: (_random, at) => ({
    ...(at % 8 === 7
      ? {
          kind: 'within' as const,
          item: 'registration' as const,
          gap: 'missingThere' as const,
          oursCount: 132,
          theirsCount: 131,
        }
      : {
          kind: 'orgList' as const,
          item: 'push' as const,
          gap: 'amount' as const,
          oursCount: null,
          theirsCount: null,
        }),
    day: dayBack(at + 1),
    whose: orgs[at % orgs.length] as string,
    ref: `p${7_300_000_000 + at * 37}`,
    oursFen: 4_500,
    theirsFen: 4_000,
    differenceFen: -500,
    oursStatus: 'accepted',
    theirsStatus: 'accepted',
    note: '',
    behind: [],
  }),
  filters: { ...byDay, orgId: anyRow },
})

export const correction = special(correctionArea, {
  count: 8,
  row: (_random, at) => ({
    whose: orgs[at % orgs.length] as string,
    ref: `p${7_300_000_000 + at * 37}`,
    differenceFen: -500,
    amountFen: 500,
    reason: '按机构对账单更正',
    note: '',
    isOwn: false,
    isFilersAccount: false,
  }),
  without: ['ask', 'refuseMany'],
})
