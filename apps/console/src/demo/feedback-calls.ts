import { codes } from '@kabao/contract/envelope'
import {
  type FeedbackDetail,
  type FeedbackFilter,
  type FeedbackPage,
  type FeedbackStatus,
  feedback,
  feedbackStatuses,
} from '@kabao/contract/feedback'
import { feedbackMachine } from '@kabao/contract/feedback-machine'
import type { Language } from '@kabao/contract/language'
import { maskPhone, readPhoneFilter } from '@kabao/contract/personal'
import { machineCalls } from './machine-calls.ts'
import { daysAgo, randomFrom } from './random.ts'
import { answer, pageOf, Refused, say, sorted } from './serve.ts'
import { people } from './user-calls.ts'

const samples = [
  ['fault', '点击“立即领取”之后一直转圈，换了网络也一样。'],
  ['fault', '支付成功但卡包里没有看到卡。'],
  ['complaint', '提交资料之后接到好几个推销电话，请停止联系我。'],
  ['suggestion', '希望到期前三天有短信提醒。'],
  ['other', '请问怎么修改绑定的手机号？'],
] as const
const overdueMs = 48 * 3_600_000
const me = { id: '1', name: '管理员' }

/** What people told us, the same at every visit; what is done about it lasts until the page is reloaded. */
const entries: FeedbackDetail[] = Array.from({ length: 36 }, (_, at) => entryOf(at))

/** Every feedback as it is now. */
export const tellings = (): readonly FeedbackDetail[] => entries.map(current)

export const feedbackHandlers = [
  answer(feedback.page, ({ body }) =>
    pageOf(
      sorted(
        tellings().filter((row) => fits(row, body)),
        body.sort,
      ),
      body,
    ),
  ),
  answer(feedback.counts, () => {
    const of = (status: FeedbackStatus) => entries.filter((entry) => entry.status === status).length
    return {
      pending: of('pending'),
      processing: of('processing'),
      resolved: of('resolved'),
      closed: of('closed'),
      overdue: tellings().filter(({ isOverdue }) => isOverdue).length,
    }
  }),
  answer(feedback.handlers, () => [me]),
  ...machineCalls(feedbackMachine, feedback, {
    all: entries,
    change: (act, entry, asked, account) =>
      Object.assign(entry, asked, {
        handledById: me.id,
        handledBy: account?.name ?? me.name,
        handledAt: act === 'resolve' || act === 'close' ? new Date().toISOString() : null,
      }),
    show: current,
    matching,
  }),
  answer(feedback.reveal, ({ params, language }) => {
    const { content, userId } = find(params.id, language)
    const person = people.find(({ row }) => row.id === userId)
    return { content, contact: person?.whole.phone ?? null }
  }),
  // After the paths that it would match too.
  answer(feedback.get, ({ params, language }) => current(find(params.id, language))),
]

function find(id: string, language: Language): FeedbackDetail {
  const found = entries.find((entry) => entry.id === id)
  if (!found) throw new Refused(codes.notFound, say('notFound', language))
  return found
}

/** As it is now: it may have become overdue, and its user may have been deleted. */
function current(entry: FeedbackDetail): FeedbackDetail {
  const isOpen = entry.status === 'pending' || entry.status === 'processing'
  const user = people.find(({ row }) => row.id === entry.userId)?.row
  const isErased = user?.status === 'deleted'
  return {
    ...entry,
    ...(isErased && { content: '', contact: null }),
    phone: user?.phone ?? null,
    name: user?.name ?? null,
    userStatus: user?.status ?? 'deleted',
    isOverdue: isOpen && Date.parse(entry.createdAt) < Date.now() - overdueMs,
  }
}

/** Those that match, as a page of them would be. */
function matching(filter: FeedbackFilter): FeedbackDetail[] {
  return entries.filter((entry) =>
    fits(current(entry), { ...filter, current: 1, size: 20, sort: '-createdAt' }),
  )
}

function fits(row: FeedbackDetail, asked: FeedbackPage): boolean {
  const phone = asked.phone ? readPhoneFilter(asked.phone) : null
  const whole = people.find((person) => person.row.id === row.userId)?.whole.phone ?? ''
  return (
    (!phone?.whole || whole === phone.whole) &&
    (!phone?.first3 || whole.startsWith(phone.first3)) &&
    (!phone?.last4 || whole.endsWith(phone.last4)) &&
    (!asked.status || row.status === asked.status) &&
    (asked.overdue === undefined || row.isOverdue === asked.overdue) &&
    (!asked.kind || row.kind === asked.kind) &&
    (!asked.userId || row.userId === asked.userId) &&
    (!asked.handledBy || row.handledById === asked.handledBy) &&
    (!asked.createdFrom || row.createdAt >= asked.createdFrom) &&
    (!asked.createdTo || row.createdAt < asked.createdTo)
  )
}

function entryOf(at: number): FeedbackDetail {
  const random = randomFrom(7000 + at)
  const [kind, content] = random.pick(samples)
  const person = people[at * 3] as (typeof people)[number]
  const status: FeedbackStatus = at < 8 ? 'pending' : at < 12 ? 'processing' : random.pick(feedbackStatuses)
  const createdAt = daysAgo(0.1 + at * 0.4)
  const isDone = status === 'resolved' || status === 'closed'
  return {
    id: String(36 - at),
    userId: person.row.id,
    phone: person.row.phone,
    name: person.row.name,
    kind,
    content,
    fileCount: 0,
    status,
    isOverdue: false,
    handledBy: status === 'pending' ? null : me.name,
    handledById: status === 'pending' ? null : me.id,
    handledAt: isDone ? daysAgo(at * 0.39) : null,
    createdAt,
    version: 1,
    contact: maskPhone(person.whole.phone),
    reply: status === 'resolved' ? '问题已经处理，请重新打开页面再试一次。' : '',
    fileIds: [],
    userStatus: person.row.status,
    updatedAt: createdAt,
  }
}
