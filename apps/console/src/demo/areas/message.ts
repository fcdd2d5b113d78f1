import { message as area, type MessageItem, type MessageKind, messageKinds } from '@kabao/contract/message'
import { minutesAgo } from '../random.ts'
import { special } from '../special.ts'
import type { Table } from '../table.ts'

const samples: readonly [MessageKind, title: string, subTitle: string, text: string, tag?: 0 | 1 | 3][] = [
  ['message', '郑曦月', '的私信', '审批请求已发送，请查收'],
  ['message', '宁波', '的回复', '此处 bug 已经修复'],
  ['message', '宁波', '的回复', '此处 bug 已经修复'],
  ['notice', '续费通知', '', '您的产品使用期限即将截止，如需继续使用产品请前往购…', 3],
  ['notice', '规则开通成功', '', '内容屏蔽规则于 2021-12-01 开通成功并生效', 1],
  ['todo', '质检队列变更', '', '内容质检队列于 2021-12-01 19:50:23 进行变更，请重新…', 0],
]

const items = (table: Table) => table.rows as unknown as readonly MessageItem[]
const read = (table: Table, isMeant: (item: MessageItem) => boolean): true => {
  for (const item of items(table).filter(isMeant)) item.status = 1
  return true
}
const countUnread = (table: Table, kind: MessageKind) =>
  items(table).filter(({ type, status }) => type === kind && status === 0).length

export const message = special(area, {
  count: samples.length,
  row: (_random, at) => {
    const [type, title, subTitle, content, messageType] = samples[at] as (typeof samples)[number]
    const row = { type, title, subTitle, content, time: minutesAgo(at * 10 + 5), status: 0 } as const
    return { ...row, avatar: undefined, link: undefined, messageType }
  },
  filters: {
    kind: ({ type }, value) => type === value,
    status: ({ status }, value) => (value === 'read') === (status === 1),
    createdFrom: ({ time }, value) => time >= value,
    createdTo: ({ time }, value) => time < value,
  },
  calls: {
    list: (_call, table) => [...items(table)],
    unread: (_call, table) =>
      Object.fromEntries(messageKinds.map((kind) => [kind, countUnread(table, kind)])) as Record<
        MessageKind,
        number
      >,
    readAll: ({ body }, table) => read(table, ({ type }) => !body.kind || type === body.kind),
    read: ({ body }, table) => read(table, ({ id }) => body.ids.includes(id)),
  },
})
