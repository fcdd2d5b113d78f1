import * as z from 'zod'
import { codes } from '../kernel/envelope.ts'
import { id } from '../kernel/kernel.ts'
import { namesNobody } from '../kernel/personal-text.ts'
import { blacklistValue } from '../users/blacklist.ts'
import { intakeCallNames } from './call-names.ts'
import {
  agreementName,
  agreementVersion,
  at,
  cityCode,
  clickId,
  extra,
  ip,
  namesNobodyWords,
  phoneNumber,
  profileShape,
  userAgent,
  userId,
  visitorId,
} from './fields.ts'
import { field, intakeCalls } from './kernel.ts'

/** What a channel is told about a phone before it sends it. */
export const checkResults = ['new', 'yours', 'taken', 'blocked'] as const
/** How far a user has come. */
export const userStates = ['registered', 'searching', 'none', 'accepted', 'returned'] as const
/** How far the search for offers is. */
export const offerStatuses = ['searching', 'ready', 'none'] as const
/** What became of a push. */
export const intakePushStatuses = [
  'pending',
  'accepted',
  'rejected',
  'duplicate',
  'failed',
  'unknown',
  'returned',
] as const

const profileFields = Object.keys(profileShape) as [keyof typeof profileShape]
const named = z.object({
  name: agreementName,
  url: field(['协议全文的网址', 'The address of its whole text'], z.string()),
  version: agreementVersion,
})
const agreed = z.strictObject({ name: agreementName, version: agreementVersion })

const device = field(
  [
    `设备标识：4–128 位字母、数字、. _ : -，${namesNobodyWords[0]}`,
    `The device, by a number of 4–128 letters, digits, . _ : -; ${namesNobodyWords[1]}`,
  ],
  namesNobody(blacklistValue.device),
)

export const userCalls = intakeCalls({
  check: {
    method: 'POST',
    path: '/check',
    kind: 'read',
    access: 'signedIn',
    runs: 'batched',
    ...intakeCallNames.check,
    description: [
      '只需提供手机号的密文：以查重密钥对 11 位数字做 HMAC-SHA256。除结果外不返回任何个人信息；每个渠道每天的查询次数有上限。',
      'Send only the keyed hash of the phone: HMAC-SHA256 of the eleven digits under the check key. Nothing else about the person is answered. Each channel has a limit per day.',
    ],
    body: z.strictObject({
      phoneHash: field(
        [
          '手机号 11 位数字的 HMAC-SHA256，十六进制小写，64 位',
          'HMAC-SHA256 of the eleven digits, 64 lower-case hexadecimal digits',
        ],
        z
          .string('required')
          .max(64, 'phoneHash')
          .regex(/^[0-9a-f]{64}$/, 'phoneHash'),
      ),
    }),
    answer: z.object({
      result: field(
        [
          '`new` 可注册，`yours` 已属于本渠道，`taken` 属于其他渠道，`blocked` 不可注册',
          '`new`: may be registered; `yours`: belongs to this channel; `taken`: belongs to another channel; `blocked`: cannot be registered',
        ],
        z.enum(checkResults),
      ),
    }),
    example: {
      body: { phoneHash: '9f2c4b7d8e1a60533c7f9d0b2e4a6c8d1f3b5a7098e6c4d2b0a1928374655647' },
      answer: { result: 'new' },
    },
  },
  user: {
    method: 'POST',
    path: '/user',
    kind: 'write',
    access: 'signedIn',
    runs: 'batched',
    ...intakeCallNames.user,
    description: [
      '以手机号为准：同一手机号重复注册返回同一个用户。手机号归最先带来的渠道；归属期内由其他渠道注册会被拒绝（4090）。黑名单中的用户被拒绝（4030）。被拒绝的注册计入每天的查重次数。',
      'The phone decides: registering it again gives the same user. A phone belongs to the channel that brought it first; while it does, another channel is refused (4090). A user on the blacklist is refused (4030). A refused registration counts as a check of the day.',
    ],
    body: z.strictObject({
      phone: phoneNumber,
      cityCode: cityCode.optional(),
      visitorId: visitorId.optional(),
      ip: ip.optional(),
      userAgent: userAgent.optional(),
      device: device.optional(),
      clickId: clickId.optional(),
      extra: extra.optional(),
      ...profileShape,
    }),
    answer: z.object({
      id: field(['用户编号', 'The ID of the user'], id),
      isNew: field(['是否为新用户', 'Whether the user is new'], z.boolean()),
    }),
    refuses: [codes.conflict],
    example: {
      body: { phone: '13800001234', cityCode: '440305' },
      answer: { id: '42', isNew: true },
    },
  },
  userState: {
    method: 'GET',
    path: '/user/{id}',
    kind: 'read',
    access: 'signedIn',
    ...intakeCallNames.userState,
    description: [
      '只能查询目前归属本渠道的用户。`results` 是已计费的推送，`pushId` 即计费明细中 `push` 与 `return` 的 `refId`；机构未接收的推送不列出。',
      'Only for users who belong to the channel now. `results` are the pushes that are settled: the `pushId` is the `refId` of `push` and `return` among what is owed. Pushes that no organization accepted are not listed.',
    ],
    params: { id: userId },
    answer: z.object({
      status: field(
        [
          '`registered` 资料未齐，`searching` 正在寻找机构，`none` 目前没有机构接收，`accepted` 已被接收，`returned` 接收后退回',
          '`registered`: the profile is not complete; `searching`: an organization is looked for; `none`: none has accepted the user; `accepted`; `returned`: accepted, and returned later',
        ],
        z.enum(userStates),
      ),
      registeredAt: at(['注册的时间', 'When the user registered']),
      profiledAt: at(['资料齐全的时间，未齐时为 null', 'When the profile was complete, or null']).nullable(),
      results: field(
        ['按时间排列，可能为空', 'In the order of time; may be empty'],
        z.array(
          z.object({
            pushId: field(['推送编号', 'The ID of the push'], id),
            status: field(
              ['`accepted` 已接收，`returned` 已退回', '`accepted`, or `returned` later'],
              z.enum(['accepted', 'returned']),
            ),
            acceptedAt: at(['机构接收的时间', 'When the organization accepted the user']),
            returnedAt: at(['退回的时间，未退回时为 null', 'When it was returned, or null']).nullable(),
          }),
        ),
      ),
    }),
    example: {
      params: { id: '42' },
      answer: {
        status: 'accepted',
        registeredAt: '2026-09-22T01:32:00.000Z',
        profiledAt: '2026-09-22T01:32:00.000Z',
        results: [
          {
            pushId: '90211',
            status: 'accepted',
            acceptedAt: '2026-09-22T01:32:11.000Z',
            returnedAt: null,
          },
        ],
      },
    },
  },
  profile: {
    method: 'PUT',
    path: '/user/{id}/profile',
    kind: 'write',
    access: 'signedIn',
    ...intakeCallNames.profile,
    description: [
      '只修改请求中出现的字段。资料齐全后进入匹配。',
      'Changes only the fields that are sent. A complete profile goes on to the match.',
    ],
    params: { id: userId },
    body: z.strictObject({ cityCode: cityCode.optional(), ...profileShape }),
    answer: z.object({
      missing: field(
        [
          '还缺少的字段名，齐全时为空数组',
          'The names of the fields that are still missing; empty if it is complete',
        ],
        z.array(z.enum(profileFields)),
      ),
    }),
    example: {
      params: { id: '42' },
      body: { name: '张三', gender: 'male', incomeBand: 'from5kTo10k', house: true },
      answer: { missing: ['idNumber', 'creditBand'] },
    },
  },
  offers: {
    method: 'GET',
    path: '/user/{id}/offers',
    kind: 'read',
    access: 'signedIn',
    ...intakeCallNames.offers,
    description: [
      '仅用于半流程：返回愿意接收该用户的机构计划及须展示的协议。注册后即开始查询机构，此接口立即返回已知结果，不等待；`status` 为 `searching` 时请每 1–2 秒再次调用。报价过期后再次调用会重新查询。用户同意之前，不会向机构发送任何个人信息。',
      'For the half flow: the plans of organizations that would take the user, with the agreements to show. Organizations are asked from the registration on. This call does not wait: it answers what is known; while `status` is `searching`, call again after 1 to 2 seconds. Once offers have expired, a call has the organizations asked again. Nothing personal is sent to an organization before the user consents.',
    ],
    params: { id: userId },
    answer: z.object({
      status: field(
        [
          '`searching` 正在询问机构，`ready` 有可申请的机构，`none` 暂无',
          '`searching`: organizations are being asked; `ready`: there are offers; `none`: nobody would take the user now',
        ],
        z.enum(offerStatuses),
      ),
      offers: field(
        ['按推荐顺序排列，可能为空', 'In the recommended order; may be empty'],
        z.array(
          z.object({
            planId: field(['计划编号，用于提交同意', 'The ID of the plan, for the consent'], id),
            orgName: field(['机构名称', 'The name of the organization'], z.string()),
            agreements: field(
              ['须向用户展示并取得同意的协议', 'The agreements to show and have accepted'],
              z.array(named),
            ),
            expiresAt: at(['报价失效的时间', 'Until when the user may consent']),
          }),
        ),
      ),
    }),
    refuses: [codes.conflict],
    example: {
      params: { id: '42' },
      answer: {
        status: 'ready',
        offers: [
          {
            planId: '310',
            orgName: '华南消费金融',
            agreements: [
              { name: '个人信息授权书', url: 'https://org.example.com/agreement/1', version: '1.0' },
            ],
            expiresAt: '2026-09-22T02:01:40.000Z',
          },
        ],
      },
    },
  },
  consent: {
    method: 'POST',
    path: '/user/{id}/consent',
    kind: 'write',
    access: 'signedIn',
    runs: 'batched',
    ...intakeCallNames.consent,
    description: [
      '协议的名称与版本必须与查询结果完全一致，时间须在报价之后。没有这一步，半流程不会向机构发送个人信息。重复提交相同内容返回同一推送及其当前状态；报价过期、机构不再接收或另一申请正在处理时返回 4090。被拒后可对其余报价再次提交。',
      'Names and versions of the agreements must be exactly those of the offer, and the user must have consented after it was made. Without this call, nothing personal leaves us in the half flow. The same consent again is answered with the same push and its current status. An expired offer, an organization that takes nobody any more, or another application under way is refused (4090). After a rejection, the user may consent to the other offers.',
    ],
    params: { id: userId },
    body: z.strictObject({
      planId: field(['计划编号，来自查询结果', 'The ID of the plan, from the offer'], id),
      agreements: field(
        ['用户同意的全部协议', 'All agreements that the user accepted'],
        z.array(agreed).min(1, 'required').max(20, 'tooMany'),
      ),
      at: at(['用户同意的时间', 'When the user consented']),
      ip,
    }),
    answer: z.object({
      pushId: field(['推送编号', 'The ID of the push'], id),
      status: field(
        [
          '`pending` 处理中，`accepted` 已接收，`rejected` 被拒，`duplicate` 机构已有，`failed` 未送达，`unknown` 待确认，`returned` 已退回',
          '`pending`: under way; `accepted`; `rejected`; `duplicate`: the organization knows the user already; `failed`: not delivered; `unknown`: not known yet; `returned`: accepted, and returned later',
        ],
        z.enum(intakePushStatuses),
      ),
    }),
    example: {
      params: { id: '42' },
      body: {
        planId: '310',
        agreements: [{ name: '个人信息授权书', version: '1.0' }],
        at: '2026-09-22T01:32:10.000Z',
        ip: '203.0.113.7',
      },
      answer: { pushId: '90211', status: 'pending' },
    },
  },
})
