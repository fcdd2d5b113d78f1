import { words } from '../kernel/language.ts'

/** The message box and the page of all messages. The keys of the box are the template's (docs/specification/messages.md). */
export const messageWords = words('messageBox', {
  'tab.title.message': ['消息', 'Messages'],
  'tab.title.notice': ['通知', 'Notices'],
  'tab.title.todo': ['待办', 'To-dos'],
  'tab.button': ['清空', 'Clear'],
  clear: {
    title: ['清空全部消息？', 'Delete all messages?'],
    text: [
      '消息、通知和待办都会被删除，包括未读的，无法恢复。',
      'This permanently deletes messages, notices and to-dos, including unread ones.',
    ],
    action: ['清空', 'Delete all'],
  },
  allRead: ['全部已读', 'Mark all as read'],
  viewMore: ['查看更多', 'View more'],
  noContent: ['暂无内容', 'Nothing here'],
  label: ['消息中心', 'Messages'],
  count: ['{{count}} 条未读消息', '{{count}} unread {{count, message|messages}}'],
  today: ['今天 {{time}}', 'Today {{time}}'],
  tag: {
    notStarted: ['未开始', 'Not started'],
    opened: ['已开通', 'Activated'],
    inProgress: ['进行中', 'In progress'],
    dueSoon: ['即将到期', 'Due soon'],
  },
  field: {
    kind: ['类型', 'Type'],
    title: ['标题', 'Title'],
    content: ['内容', 'Content'],
    tag: ['标签', 'Tag'],
    status: ['状态', 'Status'],
    time: ['时间', 'Time'],
  },
  status: { unread: ['未读', 'Unread'], read: ['已读', 'Read'] },
  action: {
    open: ['查看', 'Open'],
    read: ['标为已读', 'Mark as read'],
    readAll: ['全部标为已读', 'Mark all as read'],
  },
})
