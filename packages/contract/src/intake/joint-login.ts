import * as z from 'zod'
import { codes } from '../kernel/envelope.ts'
import { id, text } from '../kernel/kernel.ts'
import { namesNobody } from '../kernel/personal-text.ts'
import { clockSeconds } from '../partners/signature.ts'
import { intakeCallNames } from './call-names.ts'
import { at, cityCode, ip, namesNobodyWords, productId, userAgent, userId, visitorId } from './fields.ts'
import { field, intakeCalls } from './kernel.ts'

/** How long a ticket is valid, in minutes. */
export const ticketMinutes = 10
/** What an organization answers later about a user that was pushed to it. */
export const resultStatuses = ['accepted', 'rejected', 'returned'] as const

/** A push by its id, or by the request id that it was sent with. */
const pushNumber = z
  .string()
  .max(20, 'pushNumber')
  .regex(/^p?(?:[1-9]\d{0,17}|[1-8]\d{18})$/, 'pushNumber')

export const jointLoginCalls = intakeCalls({
  jointLogin: {
    method: 'POST',
    path: '/joint-login',
    kind: 'write',
    access: 'signedIn',
    runs: 'calls',
    ...intakeCallNames.jointLogin,
    description: [
      `仅用于 UV 联登与城市联登：选出可接收该访客的机构，返回其页面的网址，其中带有一次性票据，${ticketMinutes} 分钟内有效。请让用户的浏览器直接打开，不要缓存或转发。城市以本次请求为准，缺省为注册时的城市；指定产品时只选该产品的机构。没有机构接收时返回 4090。`,
      `For the joint-login flows: chooses an organization that takes the visitor, and answers with an address of it that holds a single-use ticket, valid for ${ticketMinutes} minutes. Open it in the user’s browser; do not store it or pass it on. The city is the one of this call, else that of the registration; with a product, only its organization is chosen. It is refused if no organization takes the visitor (4090).`,
    ],
    body: z.strictObject({
      userId,
      visitorId,
      productId: productId.optional(),
      cityCode: cityCode.optional(),
      ip,
      userAgent: userAgent.optional(),
    }),
    answer: z.object({
      url: field(['须打开的网址', 'The address to open'], z.string()),
      expiresAt: at(['网址失效的时间', 'Until when the address is valid']),
    }),
    refuses: [codes.notFound],
    example: {
      body: { userId: '42', visitorId: 'v-7f3a9c21', cityCode: '440305', ip: '203.0.113.7' },
      answer: {
        url: 'https://org.example.com/login?ticket=tk_Q2J4d2x5bWF0cml4aGFyYm9yc3Vuc2V0',
        expiresAt: '2026-09-22T01:42:10.000Z',
      },
    },
  },
  ticket: {
    method: 'POST',
    path: '/ticket',
    kind: 'write',
    access: 'signedIn',
    ...intakeCallNames.ticket,
    description: [
      `票据只能核销一次，且须在 ${ticketMinutes} 分钟内；已核销或过期返回 4090。以相同的 \`Idempotency-Key\` 重试返回第一次的应答。`,
      `A ticket can be redeemed once, within ${ticketMinutes} minutes; a used or expired one is refused (4090). A repeated call with the same \`Idempotency-Key\` gets the first answer again.`,
    ],
    body: z.strictObject({
      ticket: field(
        ['网址中的票据', 'The ticket from the address'],
        z
          .string('required')
          .max(80, 'ticket')
          .regex(/^tk_[\w-]{20,77}$/, 'ticket'),
      ),
    }),
    answer: z.object({
      pushId: field(['推送编号，用于回传结果', 'The ID of the push, for the result'], id),
      phone: field(['用户的手机号', 'The user’s phone number'], z.string()),
      cityCode: field(
        ['用户所在的区县或城市，未知时为 null', 'The user’s district or city, or null'],
        z.string().nullable(),
      ),
    }),
    refuses: [codes.notFound, codes.conflict],
    example: {
      body: { ticket: 'tk_Q2J4d2x5bWF0cml4aGFyYm9yc3Vuc2V0' },
      answer: { pushId: '90212', phone: '13800001234', cityCode: '440305' },
    },
  },
  result: {
    method: 'POST',
    path: '/result',
    kind: 'write',
    access: 'signedIn',
    ...intakeCallNames.result,
    description: [
      '用于推送时未能当场答复，或之后发生变化的情况。退回须在计划约定的天数和原因之内，并可能需要审核。重复回传相同的结果不会改变任何内容；与现状矛盾，或推送已有不同的 `externalId` 时返回 4090。',
      'For an answer that comes after the push, or that changes later. A return must be within the days and for a reason that the plan agrees on, and may be reviewed. The same result again changes nothing; one that contradicts the current status, or names another `externalId` than the push has, is refused (4090).',
    ],
    body: z.strictObject({
      pushId: field(
        [
          '推送编号，或推送请求中的请求编号（如 `p90211`）；不填时按 `externalId` 查找',
          'The ID of the push, or the request ID that it was sent with (`p90211`). Without it, the push is found by `externalId`.',
        ],
        pushNumber,
      ).optional(),
      status: field(
        ['`accepted` 接收，`rejected` 拒绝，`returned` 退回', '`accepted`, `rejected` or `returned`'],
        z.enum(resultStatuses, 'choice'),
      ),
      quality: field(
        ['质量：0 无效、1 低、2 中、3 高', 'The quality: 0 invalid, 1 low, 2 medium, 3 high'],
        z.int('integer').min(0, 'range').max(3, 'range'),
      ).optional(),
      reason: field(
        [
          '拒绝或退回的原因，不要包含个人信息；退回时必填，须为计划约定的原因之一',
          'Why it was rejected or returned; no personal data. A return needs one of the reasons that the plan agrees on.',
        ],
        text(200),
      ).optional(),
      externalId: field(
        [
          `机构方的编号，${namesNobodyWords[0]}；不填推送编号时必填`,
          `The organization’s own number; ${namesNobodyWords[1]}. Required without the ID of the push`,
        ],
        namesNobody(text(64)),
      ).optional(),
      at: at([
        `结果产生的时间，不早于推送，也不晚于现在（时钟可相差 ${clockSeconds} 秒）`,
        `When the result came about: not before the push and not in the future (clocks may differ by ${clockSeconds} seconds)`,
      ]),
    }),
    answer: z.object({
      pushId: field(['推送编号', 'The ID of the push'], id),
      status: field(
        [
          '当前状态；退回待审核时仍为 `accepted`',
          'The current status; still `accepted` while a return is under review',
        ],
        z.enum(resultStatuses),
      ),
    }),
    refuses: [codes.notFound, codes.conflict],
    example: {
      body: {
        pushId: '90211',
        status: 'rejected',
        reason: '征信不符',
        externalId: 'A-20260922-17',
        at: '2026-09-22T02:05:00.000Z',
      },
      answer: { pushId: '90211', status: 'rejected' },
    },
  },
})
