import { codes } from '@kabao/contract/envelope'
import {
  type FeedbackAct,
  type FeedbackDetail,
  type FeedbackFilter,
  type FeedbackPage,
  type FeedbackStatus,
  feedback,
  feedbackStatuses,
  isPossible,
} from '@kabao/contract/feedback'
import type { Language } from '@kabao/contract/language'
import { maskPhone, readPhoneFilter } from '@kabao/contract/personal'
import type { Account } from './accounts.ts'
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
  ...(['take', 'resolve', 'close'] as const).flatMap((act) => [
    answer(feedback[`${act}Count`], ({ body }) => {
      const found = matching(body.filter)
      const count = found.filter(({ status }) => isPossible(act, status)).length
      return { count, others: found.length - count, mark: '999999.0' }
    }),
    answer(feedback[`${act}Matching`], ({ body, account }) => {
      const ids = matching(body.filter).map(({ id }) => id)
      return { done: several(act, ids, account).done, batch: null }
    }),
  ]),
  answer(feedback.takeMany, ({ body, account }) => several('take', body.ids, account)),
  answer(feedback.resolveMany, ({ body, account }) => several('resolve', body.ids, account)),
  answer(feedback.closeMany, ({ body, account }) => several('close', body.ids, account)),
  ...(['take', 'reply', 'resolve', 'close', 'reopen'] as const).map((act) =>
    answer(feedback[act], ({ params, body, language, account }) => {
      const entry = find(params.id, language)
      if (entry.version !== body.version)
        throw new Refused(codes.conflict, say('stale', language), { current: entry })
      if (!isPossible(act, entry.status)) throw new Refused(codes.conflict, say('conflict', language))
      if ('reply' in body && body.reply !== undefined) entry.reply = body.reply
      perform(act, entry, account)
      return current(entry)
    }),
  ),
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

const outcomes: Record<FeedbackAct, FeedbackStatus> = {
  take: 'processing',
  reply: 'processing',
  resolve: 'resolved',
  close: 'closed',
  reopen: 'processing',
}

function perform(act: FeedbackAct, entry: FeedbackDetail, account: Account | null): void {
  const now = new Date().toISOString()
  const isDone = act === 'resolve' || act === 'close'
  Object.assign(entry, {
    status: outcomes[act],
    handledById: me.id,
    handledBy: account?.name ?? me.name,
    handledAt: isDone ? now : null,
    updatedAt: now,
    version: entry.version + 1,
  })
}

function several(act: FeedbackAct, ids: readonly string[], account: Account | null) {
  const found = entries.filter(({ id }) => ids.includes(id))
  const able = found.filter(({ status }) => isPossible(act, status))
  const skipped = found
    .filter((entry) => !able.includes(entry))
    .map(({ id, status }) => ({ id, reason: 'wrongState' as const, status }))
  for (const entry of able) perform(act, entry, account)
  return { done: able.length, skipped }
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
const matching = (filter: FeedbackFilter): FeedbackDetail[] =>
  entries.map(current).filter((entry) => fits(entry, { ...filter, current: 1, size: 20, sort: '-createdAt' }))

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
