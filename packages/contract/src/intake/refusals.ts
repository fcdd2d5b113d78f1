import { codes } from '../kernel/envelope.ts'
import type { Words } from '../kernel/language.ts'
import type { RefusalCode } from '../kernel/refusals.ts'

/** What each code of the envelope means to a caller of the open API. */
export const intakeRefusalWords: Record<RefusalCode, Words> = {
  [codes.sessionExpired]: [
    '身份验证未通过：`desc` 说明是 API Key、时间戳、随机串还是签名有误',
    'The caller is not authenticated; `desc` says whether the key, the clock, the nonce or the signature is wrong',
  ],
  [codes.invalid]: [
    '输入有误，`data.fields` 按字段说明；或同一 `Idempotency-Key` 用于不同的请求体',
    'The input is wrong, `data.fields` says at which field; or an `Idempotency-Key` was used with another body',
  ],
  [codes.wrongCredentials]: ['开放接口不使用', 'Not used by the open API'],
  [codes.forbidden]: [
    '不允许调用：已停用、IP 不在名单内，或用户在黑名单中',
    'The call is not allowed: the caller is disabled, the IP address is not listed, or the user is on the blacklist',
  ],
  [codes.notFound]: [
    '记录不存在，或不属于调用方',
    'There is no such record, or it does not belong to the caller',
  ],
  [codes.conflict]: [
    '与现状冲突，或使用同一 `Idempotency-Key` 的请求仍在处理中',
    'It contradicts the current status, or the request with the same `Idempotency-Key` is still under way',
  ],
  [codes.tooManyRequests]: [
    '超过每秒次数或每日上限，`data.retryAfterSeconds` 或 `data.opensAt` 说明何时恢复',
    'Beyond the calls per second or the daily cap; `data.retryAfterSeconds` or `data.opensAt` says when it opens again',
  ],
  [codes.unexpected]: [
    '服务未能完成，可稍后以相同的 `Idempotency-Key` 重试；`data.requestId` 用于查找原因；HTTP 503 表示繁忙，`data.retryAfterSeconds` 秒后再试',
    'The service could not do it; try again later with the same `Idempotency-Key`. The cause is found by `data.requestId`. With HTTP 503 it is busy: try again after `data.retryAfterSeconds`',
  ],
}
