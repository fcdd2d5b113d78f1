import { maskName, maskPhone } from '@kabao/contract/kernel/personal'
import { feedback as area, feedbackStatuses } from '@kabao/contract/users/feedback'
import type { UserDetail } from '@kabao/contract/users/user'
import { accounts } from '../accounts.ts'
import { daysAgo } from '../random.ts'
import { special } from '../special.ts'
import { rowsOf } from '../tables.ts'

const samples = [
  ['fault', '点击“立即领取”之后一直转圈，换了网络也一样。'],
  ['fault', '支付成功但卡包里没有看到卡。'],
  ['complaint', '提交资料之后接到好几个推销电话，请停止联系我。'],
  ['suggestion', '希望到期前三天有短信提醒。'],
  ['other', '请问怎么修改绑定的手机号？'],
] as const
const overdueMs = 48 * 3_600_000
const { id: handledById = null, name: handledBy = null } = accounts[0] ?? {}
const noHandler = { handledById: null, handledBy: null }

/** User feedback; the newest entries are open. */
export const feedback = special(area, {
  count: 36,
  row: (random, at) => {
    const [kind, content] = random.pick(samples)
    const user = rowsOf<UserDetail>('user')[at * 3] as UserDetail
    const status = at < 8 ? 'pending' : at < 12 ? 'processing' : random.pick(feedbackStatuses)
    return {
      userId: user.id,
      kind,
      content,
      status,
      fileCount: 0,
      createdAt: daysAgo(0.1 + at * 0.4),
      ...(status === 'pending' ? noHandler : { handledById, handledBy }),
      handledAt: status === 'resolved' || status === 'closed' ? daysAgo(at * 0.39) : null,
      reply: status === 'resolved' ? '问题已经处理，请重新打开页面再试一次。' : '',
    }
  },
  masks: { phone: maskPhone, name: maskName },
  // The feedback may have become overdue, and its user may have been deleted.
  now: ({ userId, content, status, createdAt }) => {
    const user = rowsOf<UserDetail>('user').find(({ id }) => id === userId)
    const { phone = null, name = null, status: userStatus = 'deleted' } = user ?? {}
    const isOpen = status === 'pending' || status === 'processing'
    const isOverdue = isOpen && Date.parse(createdAt) < Date.now() - overdueMs
    return { phone, name, contact: phone, userStatus, isOverdue, content: phone === null ? '' : content }
  },
  act: (act, { id, name }) => ({
    handledById: id,
    handledBy: name,
    handledAt: act === 'resolve' || act === 'close' ? new Date().toISOString() : null,
  }),
  choices: { handlers: () => accounts.map(({ id, name }) => ({ id, name })) },
})
