import * as z from 'zod'
import { area, id, instant, pageAnswer, pageBody } from '../kernel/kernel.ts'

export const messageKinds = ['message', 'notice', 'todo'] as const
export type MessageKind = (typeof messageKinds)[number]
export const messageStatuses = ['unread', 'read'] as const

/** The meaning of the numbers of `messageType`. Source: docs/specification/messages.md. */
export const messageTags = ['notStarted', 'opened', 'inProgress', 'dueSoon'] as const
const messageType = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
export type MessageType = z.output<typeof messageType>

/** The page that a message links to: its route name, and a query. */
const link = z.object({ name: z.string(), query: z.record(z.string(), z.string()).optional() })
link.register(z.globalRegistry, { id: 'MessageLink' })

/** One message as the box shows it. Source: docs/specification/messages.md. */
const item = z.object({
  id,
  type: z.enum(messageKinds),
  title: z.string(),
  subTitle: z.string(),
  content: z.string(),
  /** The sender, in one character. */
  avatar: z.string().optional(),
  time: instant,
  messageType: messageType.optional(),
  /** 0 unread, 1 read */
  status: z.union([z.literal(0), z.literal(1)]),
  link: link.optional(),
})
item.register(z.globalRegistry, { id: 'Message' })

const unread = z.object({ message: z.int(), notice: z.int(), todo: z.int() })
unread.register(z.globalRegistry, { id: 'UnreadCounts' })

const changed = z.object({
  areas: z.array(z.string()).nullable(),
  /** For how many milliseconds the change is known, if a stream that begins repeats it. */
  ago: z.int().optional(),
})

const page = pageBody(['time'], '-time', {
  kind: z.enum(messageKinds, 'choice').optional(),
  status: z.enum(messageStatuses, 'choice').optional(),
  createdFrom: instant.optional(),
  createdTo: instant.optional(),
})

/** The caller's own messages; other messages cannot be named. */
export const message = area('message', {
  list: {
    method: 'POST',
    path: '/message/list',
    kind: 'read',
    access: 'signedIn',
    summary: ['每类最新的 50 条消息', 'The newest 50 messages of each type'],
    answer: z.array(item),
  },
  unread: {
    method: 'POST',
    path: '/message/unread',
    kind: 'read',
    access: 'signedIn',
    summary: ['各类未读数', 'Number of unread messages by type'],
    answer: unread,
  },
  page: {
    method: 'POST',
    path: '/message/page',
    kind: 'read',
    access: 'signedIn',
    summary: ['全部消息', 'All messages'],
    body: page,
    answer: pageAnswer(item),
  },
  read: {
    method: 'POST',
    path: '/message/read',
    kind: 'write',
    quiet: true,
    access: 'signedIn',
    audited: false,
    summary: ['标为已读', 'Mark as read'],
    body: z.strictObject({ ids: z.array(id).max(200, 'tooMany') }),
    answer: z.literal(true),
  },
  readAll: {
    method: 'POST',
    path: '/message/readAll',
    kind: 'write',
    quiet: true,
    access: 'signedIn',
    audited: false,
    summary: ['全部标为已读', 'Mark all as read'],
    body: z.strictObject({ kind: z.enum(messageKinds, 'choice').optional() }),
    answer: z.literal(true),
  },
  clear: {
    method: 'POST',
    path: '/message/clear',
    kind: 'write',
    quiet: true,
    access: 'signedIn',
    audited: false,
    summary: ['清空消息', 'Delete all messages'],
    /** The newest message that the caller saw; newer ones stay. */
    body: z.strictObject({ upTo: id }),
    answer: z.literal(true),
  },
})

/**
 * Server-sent events for a signed-in caller, at `GET /api/message/stream`: `message` (an item; its id is the event's), `unread`
 * (the counts), `menu` (the fingerprint of the caller's menu; if it differs from the client's, the client requests the menu) and
 * `changed` (areas of which the caller may read something and in which something changed; null: any area may have changed).
 * After a break, `Last-Event-ID` brings the newer messages; some may be repeated. A stream begins with the changes of the last
 * `changesKept` milliseconds and says how long ago each was, so the client knows whether what it read is up to date.
 */
export const messageStream = {
  path: '/message/stream',
  events: { message: item, unread, menu: z.object({ fingerprint: z.string() }), changed },
} as const

/** How long a change is told to a stream that begins, in milliseconds. */
export const changesKept = 30_000

export type MessageItem = z.output<typeof item>
export type MessageLink = z.output<typeof link>
export type MessagePage = z.output<typeof page>
export type Changed = z.output<typeof changed>
export type Unread = z.output<typeof unread>
