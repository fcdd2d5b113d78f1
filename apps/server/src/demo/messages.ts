import type { Words } from '@kabao/contract'
import type { MessageKind, MessageLink, MessageType } from '@kabao/contract/message'
import type pg from 'pg'
import { demoUsername } from '#access/first-admin'
import { type Cell, copyRows } from './copy.ts'
import { randomFor } from './random.ts'

interface Sample {
  kind: MessageKind
  title: Words
  subTitle?: Words
  content: Words
  messageType?: MessageType
  link?: MessageLink
  hasAvatar?: true
}

/** Unread at first, newest first. Source: the template's sample messages. */
const unread: Sample[] = [
  {
    kind: 'message',
    title: ['郑曦月', 'Zheng Xiyue'],
    subTitle: ['的私信', 'wrote to you'],
    content: ['审批请求已发送，请查收', 'The request for approval has been sent, please have a look'],
    hasAvatar: true,
  },
  {
    kind: 'message',
    title: ['宁波', 'Ning Bo'],
    subTitle: ['的回复', 'replied'],
    content: ['此处 bug 已经修复', 'This bug has been fixed'],
    hasAvatar: true,
  },
  {
    kind: 'message',
    title: ['宁波', 'Ning Bo'],
    subTitle: ['的回复', 'replied'],
    content: [
      '此处 bug 已经修复，如有问题请查阅文档或者继续 github 提 issue～',
      'This bug has been fixed; if anything is left, see the documents or open another issue',
    ],
    hasAvatar: true,
  },
  {
    kind: 'notice',
    title: ['续费通知', 'Renewal'],
    content: [
      '您的产品使用期限即将截止，如需继续使用产品请前往购买',
      'Your product is about to expire; to go on using it, please renew',
    ],
    messageType: 3,
  },
  {
    kind: 'notice',
    title: ['规则开通成功', 'Rule opened'],
    content: [
      '内容屏蔽规则于 2021-12-01 开通成功并生效',
      'The content rule was opened and took effect on 2021-12-01',
    ],
    messageType: 1,
  },
  {
    kind: 'todo',
    title: ['质检队列变更', 'Quality queue changed'],
    content: [
      '内容质检队列于 2021-12-01 19:50:23 进行变更，请重新确认',
      'The quality queue was changed on 2021-12-01 19:50:23; please confirm it again',
    ],
    messageType: 0,
  },
]

/** Messages about the product itself; already read. */
const earlier: Sample[] = [
  {
    kind: 'notice',
    title: ['导出完成', 'Export finished'],
    content: ['用户列表已导出，7 天内可以下载', 'The user list was exported; it can be fetched for 7 days'],
    messageType: 1,
    link: { name: 'UserList' },
  },
  {
    kind: 'notice',
    title: ['黑名单导入完成', 'Blacklist imported'],
    content: ['200 条全部写入，没有错误行', 'All 200 rows were taken over, none had an error'],
    messageType: 1,
    link: { name: 'UserBlackList', query: { source: 'import' } },
  },
  {
    kind: 'todo',
    title: ['充值待审核', 'Recharge to review'],
    content: ['一笔机构充值等待您审核', "An organisation's recharge waits for your review"],
    messageType: 2,
    link: { name: 'FinanceRecharge' },
  },
  {
    kind: 'notice',
    title: ['余额不足', 'Balance low'],
    content: ['一家机构的余额已低于预警线', 'The balance of an organisation fell below its warning level'],
    messageType: 3,
    link: { name: 'OrgList' },
  },
  {
    kind: 'notice',
    title: ['计划已跑完', 'Plan exhausted'],
    content: ['一个计划今天的量已经用完', 'A plan has used up what it may take today'],
    link: { name: 'PlanList' },
  },
  {
    kind: 'message',
    title: ['李敏', 'Li Min'],
    subTitle: ['分配了线索', 'assigned a lead'],
    content: ['一条新线索分配给了您，请尽快跟进', 'A new lead is yours; please follow it up soon'],
    link: { name: 'CrmClue' },
    hasAvatar: true,
  },
  {
    kind: 'todo',
    title: ['用户反馈', 'User feedback'],
    content: ['收到一条新的用户反馈，等待处理', 'A new feedback arrived and waits for an answer'],
    messageType: 0,
    link: { name: 'UserFeedbackList' },
  },
]
const earlierCount = 30

const columns = [
  'admin_id',
  'kind',
  'title',
  'sub_title',
  'content',
  'avatar',
  'message_type',
  'link',
  'read_at',
  'created_at',
]

/** A few dozen messages for the demo's administrator: the template's unread ones, and messages that this product would send. */
export async function addMessageRows(
  client: pg.PoolClient,
  { seed, until }: { seed: number; until: number },
): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select id from admin where username = $1', [
    demoUsername,
  ])
  const adminId = rows[0]?.id
  if (adminId === undefined) return
  const random = randomFor(seed + 2, 0)
  const hour = 3_600_000
  let at = until
  const before = (least: number, most: number) => {
    at -= Math.round((least + random.next() * (most - least)) * hour)
    return at
  }
  const made: Cell[][] = [
    ...unread.map((sample) => row(adminId, sample, before(0.1, 0.6), false)),
    ...Array.from({ length: earlierCount }, (_, nth) =>
      row(adminId, earlier[nth % earlier.length] as Sample, before(5, 30), true),
    ),
  ]
  await copyRows(client, 'message', columns, made.reverse())
}

function row(adminId: string, sample: Sample, at: number, isRead: boolean): Cell[] {
  const { kind, title, subTitle, content, messageType, link, hasAvatar } = sample
  return [
    adminId,
    kind,
    JSON.stringify(title),
    subTitle ? JSON.stringify(subTitle) : null,
    JSON.stringify(content),
    hasAvatar ? [...title[0]].slice(0, 1).join('') : null,
    messageType ?? null,
    link ? JSON.stringify(link) : null,
    isRead ? new Date(at + 600_000).toISOString() : null,
    new Date(at).toISOString(),
  ]
}
