import type pg from 'pg'
import { demoUsername } from '#access'
import { type Cell, copyRows } from './copy.ts'
import { type Crowd, person } from './people.ts'
import { randomFor } from './random.ts'

const count = 400
const hour = 3_600_000
const day = 24 * hour

const texts: Record<string, string[]> = {
  suggestion: [
    '希望卡包首页可以按有效期排序，现在快到期的券要翻很久。',
    '建议增加深色模式，晚上看着有点刺眼。',
    '能不能支持把券转赠给家人？',
    '希望到期前三天有短信提醒。',
  ],
  complaint: [
    '提交资料之后一天之内接到好几个推销电话，请停止联系我。',
    '页面写的是免费领取，最后却要付费，感觉被误导。',
    '客服一直没有人回复，已经等了两天。',
    '我没有同意授权，为什么会收到机构的短信？',
  ],
  fault: [
    '点击“立即领取”之后一直转圈，换了网络也一样。',
    '验证码收不到，重试了五次。',
    '支付成功但卡包里没有看到卡，订单号在截图里。',
    '身份证照片上传后提示格式错误，但图片是 JPG。',
  ],
  other: ['请问怎么注销账号？', '想修改绑定的手机号，应该怎么操作？', '合作的机构在哪里可以看到？'],
}
const replies = [
  '您好，问题已经处理，请您重新打开页面再试一次，感谢反馈。',
  '已收到您的建议，我们会在后续版本中考虑。',
  '已为您停止后续推送，给您带来的不便非常抱歉。',
]
const kinds = ['fault', 'fault', 'complaint', 'suggestion', 'suggestion', 'other'] as const
const columns = [
  'user_id',
  'kind',
  'content',
  'contact',
  'status',
  'reply',
  'handled_by',
  'handled_at',
  'updated_by',
  'version',
  'created_at',
  'updated_at',
]

/** A few hundred feedback rows of the last half year: most are closed, the newest are pending, a few are overdue. */
export async function addFeedbackRows(client: pg.PoolClient, crowd: Crowd): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select id from admin where username = $1', [
    demoUsername,
  ])
  const adminId = rows[0]?.id ?? null
  const made = Array.from({ length: Math.min(count, crowd.size) }, (_, index) => row(index, crowd, adminId))
  await copyRows(
    client,
    'feedback',
    columns,
    made.sort((one, other) => String(one[10]).localeCompare(String(other[10]))),
  )
}

function row(at: number, crowd: Crowd, adminId: string | null): Cell[] {
  const random = randomFor(crowd.seed + 4, at)
  const userAt = Math.floor((at * crowd.size) / Math.min(count, crowd.size))
  const made = person(userAt, crowd)
  const kind = random.pick(kinds)
  const age = hour + random.next() ** 3 * 180 * day
  const createdAt = Math.max(made.createdAt, Math.round(crowd.until - age))
  const isRecent = crowd.until - createdAt < 4 * day
  // Without administrators, nobody can have taken it.
  const status = adminId === null ? 'pending' : random.pick(isRecent ? recent : earlier)
  const isDone = status === 'resolved' || status === 'closed'
  const handledAt = isDone
    ? Math.round(createdAt + (0.1 + 0.9 * random.next()) * Math.min(3 * day, crowd.until - createdAt))
    : null
  const updatedAt = handledAt ?? createdAt
  return [
    userAt + 1,
    kind,
    random.pick(texts[kind] as string[]),
    random.chance(0.6) ? made.phone : null,
    status,
    status === 'resolved' ? random.pick(replies) : '',
    status === 'pending' ? null : adminId,
    handledAt && new Date(handledAt).toISOString(),
    status === 'pending' ? null : adminId,
    { pending: 1, processing: 2, resolved: 3, closed: 2 }[status],
    new Date(createdAt).toISOString(),
    new Date(updatedAt).toISOString(),
  ]
}

const recent = ['pending', 'pending', 'pending', 'processing', 'resolved'] as const
const earlier = [
  'resolved',
  'resolved',
  'resolved',
  'resolved',
  'resolved',
  'closed',
  'closed',
  'processing',
] as const
