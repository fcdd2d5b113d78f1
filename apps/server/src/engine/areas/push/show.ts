import type { PushAttempt, PushDetail, PushRow } from '@kabao/contract/engine/push'
import { maskName, maskPhone } from '@kabao/contract/kernel/personal'
import { maskText } from '@kabao/contract/kernel/personal-text'
import { regionName } from '@kabao/region'
import { maskPayload } from '#platform/base/mask-payload'
import type { StoredDetail, StoredRow } from './queries.ts'

/** A push record of the list, personal data masked. Each field is named, so that no other field can be returned. */
export const showRow = (row: StoredRow): PushRow => ({
  id: row.id,
  userId: row.userId,
  phone: row.phone && maskPhone(row.phone),
  name: row.name && maskName(row.name),
  orgId: row.orgId,
  orgName: row.orgName,
  planId: row.planId,
  planName: row.planName,
  channelId: row.channelId,
  channelName: row.channelName,
  flow: row.flow,
  cityCode: row.cityCode,
  cityName: row.cityCode && regionName(row.cityCode),
  stage: row.stage,
  status: row.status,
  priceFen: row.priceFen,
  costFen: row.costFen,
  attempts: row.attempts,
  requestAt: row.requestAt,
  respondedAt: row.respondedAt,
  reason: row.reason && maskText(row.reason),
})

export const showDetail = (row: StoredDetail, attempts: readonly PushAttempt[]): PushDetail => ({
  ...showRow(row),
  externalId: row.externalId,
  quality: row.quality,
  priceMinFen: row.priceMinFen,
  priceMaxFen: row.priceMaxFen,
  returnReasons: row.returnReasons,
  returnId: row.returnId,
  dedupeDays: row.dedupeDays,
  updatedAt: row.updatedAt,
  latestAttempts: attempts.map(showAttempt),
})

const showAttempt = (attempt: PushAttempt): PushAttempt => ({
  id: attempt.id,
  number: attempt.number,
  at: attempt.at,
  stage: attempt.stage,
  outcome: attempt.outcome,
  httpStatus: attempt.httpStatus,
  tookMs: attempt.tookMs,
  error: attempt.error && maskText(attempt.error),
  request: maskPayload(attempt.request) as PushAttempt['request'],
  reply: maskPayload(attempt.reply) as PushAttempt['reply'],
})
