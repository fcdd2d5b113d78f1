import type { LeadDetail, LeadRow } from '@kabao/contract/crm/lead-row'
import { maskName, maskPhone } from '@kabao/contract/kernel/personal'
import { maskText } from '@kabao/contract/kernel/personal-text'
import { regionName } from '@kabao/region'
import type { Sight } from './lead-visibility.ts'
import type { StoredDetail, StoredRow } from './stored-lead.ts'

/** A lead as lists show it: personal data masked, and what its pool hides left out. Each field is named, so no other can be shown. */
export function showRow(row: StoredRow): LeadRow {
  const isShown = (field: LeadRow['hidden'][number]) => !row.hidden.includes(field)
  const cityCode = isShown('cityCode') ? row.cityCode : null
  return {
    id: row.id,
    userId: isShown('phone') ? row.userId : null,
    phone: isShown('phone') && row.phone !== null ? maskPhone(row.phone) : null,
    name: isShown('name') && row.name !== null ? maskName(row.name) : null,
    cityCode,
    cityName: cityCode && regionName(cityCode),
    source: isShown('source') ? row.source : null,
    channelId: isShown('channelId') ? row.channelId : null,
    channelName: isShown('channelId') ? row.channelName : null,
    hidden: row.hidden,
    poolId: row.poolId,
    poolName: row.poolName,
    salesmanId: row.salesmanId,
    salesmanName: row.salesmanName,
    isMine: row.isMine,
    isClaimable: row.isClaimable && !row.isForgotten,
    stage: row.stage,
    score: row.score,
    arrivedAt: row.arrivedAt,
    assignedAt: row.assignedAt,
    firstContactDueAt: row.firstContactDueAt,
    firstContactAt: row.firstContactAt,
    nextFollowAt: row.nextFollowAt,
    lastFollowAt: row.lastFollowAt,
    recycleAt: row.recycleAt,
    protectedUntil: row.protectedUntil,
    restUntil: row.restUntil,
    closedAt: row.closedAt,
    isForgotten: row.isForgotten,
    version: row.version,
  }
}

export function showDetail(row: StoredDetail, sight: Sight, revealsLeft: number | null): LeadDetail {
  const isOpen = row.closedAt === null && !row.isForgotten
  const isWaiting = isOpen && row.salesmanId === null
  return {
    ...showRow(row),
    remark: row.hidden.includes('remark') ? '' : maskText(row.remark),
    teamName: row.teamName,
    followUpCount: row.followUpCount,
    mergeCount: row.mergeCount,
    can: {
      claim: isWaiting && row.isClaimable,
      work: isOpen && row.isWorkedOn,
      assign: (isWaiting || (isOpen && row.isWorkedOn)) && sight.receiverIds?.length !== 0,
    },
    revealsLeft,
    createdAt: row.createdAt,
    createdBy: row.createdBy,
    updatedAt: row.updatedAt,
  }
}
