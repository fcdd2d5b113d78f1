import {
  message as area,
  type MessageItem,
  type MessageKind,
  messageKinds,
} from '@kabao/contract/operations/message'
import { minutesAgo } from '../random.ts'
import { special } from '../special.ts'
import type { Table } from '../table.ts'

const samples: readonly [MessageKind, title: string, subTitle: string, text: string, tag?: 3][] = [
  ['message', '李敏', '转交了反馈', '这条投诉转给您处理，用户希望今天得到答复'],
  ['message', '王海', '回复了您', '渠道的数据回传已恢复，请留意今天下午的注册量'],
  ['message', '陈静', '申请提高日限额', '华东计划每天上午就用完限额，申请提高到 500'],
  ['notice', '机构余额不足', '', '一家机构的余额已低于预警线，余额用完后将停止推送'],
  ['notice', '计划已达日限额', '', '一个计划今天的限额已用完，明天零点恢复推送'],
  ['todo', '待处理的用户反馈', '', '2 条用户反馈将在今天超过处理时限，请尽快处理', 3],
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
    clear({ body }, table) {
      for (const row of [...table.rows]) if (BigInt(row.id) <= BigInt(body.upTo)) table.remove(row)
      return true
    },
    read: ({ body }, table) => read(table, ({ id }) => body.ids.includes(id)),
  },
})
