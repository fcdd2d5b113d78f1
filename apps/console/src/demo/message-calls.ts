import { type MessageItem, type MessageKind, message, messageKinds } from '@kabao/contract/message'
import { answer, pageOf, sorted } from './serve.ts'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const about = (
  type: MessageKind,
  title: string,
  subTitle: string,
  content: string,
  messageType?: 0 | 1 | 2 | 3,
): Omit<MessageItem, 'id' | 'time' | 'status'> => ({
  type,
  title,
  subTitle,
  content,
  ...(messageType === undefined ? {} : { messageType }),
})

/** What was read is forgotten by a reload. */
const items: MessageItem[] = [
  about('message', '郑曦月', '的私信', '审批请求已发送，请查收'),
  about('message', '宁波', '的回复', '此处 bug 已经修复'),
  about('message', '宁波', '的回复', '此处 bug 已经修复'),
  about('notice', '续费通知', '', '您的产品使用期限即将截止，如需继续使用产品请前往购…', 3),
  about('notice', '规则开通成功', '', '内容屏蔽规则于 2021-12-01 开通成功并生效', 1),
  about('todo', '质检队列变更', '', '内容质检队列于 2021-12-01 19:50:23 进行变更，请重新…', 0),
].map((item, at) => ({ ...item, id: String(at + 1), time: minutesAgo(at * 10 + 5), status: 0 }))

const read = (hit: (item: MessageItem) => boolean): true => {
  for (const item of items) if (hit(item)) item.status = 1
  return true
}

const countUnread = (kind: MessageKind) =>
  items.filter(({ type, status }) => type === kind && status === 0).length

export const messageHandlers = [
  answer(message.list, () => items),
  answer(message.unread, () => ({
    message: countUnread(messageKinds[0]),
    notice: countUnread(messageKinds[1]),
    todo: countUnread(messageKinds[2]),
  })),
  answer(message.page, ({ body }) => {
    const found = items.filter(
      ({ type, status, time }) =>
        (!body.kind || type === body.kind) &&
        (!body.status || (body.status === 'read') === (status === 1)) &&
        (!body.createdFrom || time >= body.createdFrom) &&
        (!body.createdTo || time < body.createdTo),
    )
    return pageOf(sorted(found, body.sort), body)
  }),
  answer(message.readAll, ({ body }) => read(({ type }) => !body.kind || type === body.kind)),
  answer(message.read, ({ body }) => read(({ id }) => body.ids.includes(id))),
]
