import type { Words } from '@kabao/contract'
import type { MessageKind, MessageLink, MessageType } from '@kabao/contract/operations/message'
import type pg from 'pg'
import { demoUsername } from '#access'
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

/** Unread, newest first. */
const unread: Sample[] = [
  {
    kind: 'message',
    title: ['李敏', 'Li Min'],
    subTitle: ['转交了反馈', 'assigned you feedback'],
    content: [
      '这条投诉转给您处理，用户希望今天得到答复',
      'Please take this complaint. The user would like a reply today.',
    ],
    link: { name: 'UserFeedbackList', query: { kind: 'complaint' } },
    hasAvatar: true,
  },
  {
    kind: 'message',
    title: ['王海', 'Wang Hai'],
    subTitle: ['回复了您', 'replied to you'],
    content: [
      '渠道的数据回传已恢复，请留意今天下午的注册量',
      'The channel is sending data again. Please keep an eye on sign-ups this afternoon.',
    ],
    link: { name: 'UserList' },
    hasAvatar: true,
  },
  {
    kind: 'message',
    title: ['陈静', 'Chen Jing'],
    subTitle: ['申请提高日限额', 'asked for a higher daily cap'],
    content: [
      '华东计划每天上午就用完限额，申请提高到 500',
      'The East China plan hits its cap every morning. Could you raise it to 500?',
    ],
    link: { name: 'PlanPushList' },
    hasAvatar: true,
  },
  {
    kind: 'notice',
    title: ['机构余额不足', 'Low balance'],
    content: [
      '一家机构的余额已低于预警线，余额用完后将停止推送',
      "An organization's balance is below its warning level. Pushes stop when it runs out.",
    ],
  },
  {
    kind: 'notice',
    title: ['计划已达日限额', 'Plan reached its daily cap'],
    content: [
      '一个计划今天的限额已用完，明天零点恢复推送',
      "A plan has used up today's cap. Pushes resume at midnight.",
    ],
    link: { name: 'PlanPushList' },
  },
  {
    kind: 'todo',
    title: ['待处理的用户反馈', 'Feedback to handle'],
    content: [
      '2 条用户反馈将在今天超过处理时限，请尽快处理',
      '2 feedback items will be overdue today. Please handle them soon.',
    ],
    messageType: 3,
    link: { name: 'UserFeedbackList', query: { status: 'pending' } },
  },
]

/** Older and read. */
const earlier: Sample[] = [
  {
    kind: 'notice',
    title: ['导出已完成', 'Your export is ready'],
    content: [
      '用户列表已导出，文件保留 7 天',
      'The user list has been exported. The file is kept for 7 days.',
    ],
    link: { name: 'ExportCenter' },
  },
  {
    kind: 'notice',
    title: ['黑名单导入完成', 'Blacklist import finished'],
    content: ['200 条全部写入，没有错误行', 'All 200 rows were added. No row had an error.'],
    link: { name: 'UserBlackList', query: { source: 'import' } },
  },
  {
    kind: 'todo',
    title: ['充值待审核', 'Recharge to review'],
    content: ['一笔机构充值等待您审核', "An organization's recharge is waiting for your review."],
    messageType: 0,
  },
  {
    kind: 'notice',
    title: ['支付链接余量不足', 'Few payment links left'],
    content: [
      '链接池中可用的支付链接已低于预警线，请及时补充',
      'The pool has fewer payment links than its warning level. Please add more.',
    ],
  },
  {
    kind: 'notice',
    title: ['批量操作已完成', 'Your batch is done'],
    content: ['关闭反馈：已完成 82 条', 'Close feedback: 82 done.'],
    link: { name: 'UserFeedbackList', query: { status: 'closed' } },
  },
  {
    kind: 'message',
    title: ['李敏', 'Li Min'],
    subTitle: ['分配了线索', 'assigned you a lead'],
    content: ['一条新线索分配给了您，请尽快跟进', 'You have a new lead. Please follow up soon.'],
    hasAvatar: true,
  },
  {
    kind: 'todo',
    title: ['新的用户反馈', 'New feedback'],
    content: ['收到一条用户反馈，等待处理', 'A user sent feedback. It is waiting to be handled.'],
    messageType: 0,
    link: { name: 'UserFeedbackList' },
  },
  {
    kind: 'notice',
    title: ['已使用恢复码登录', 'A recovery code was used'],
    content: [
      '您的账号刚刚使用恢复码登录，请确认是本人操作',
      'Someone signed in to your account with a recovery code. Please make sure it was you.',
    ],
  },
]
/** Every made-up message. */
export const demoMessages: readonly Sample[] = [...unread, ...earlier]
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

/** Adds a few dozen messages for the demo's administrator. */
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
