import { words } from '../kernel/language.ts'
import { stateWords } from '../kernel/machine.ts'
import { feedbackMachine } from './feedback-machine.ts'

export const feedbackWords = words('feedback', {
  title: ['用户反馈', 'User feedback'],
  tabs: ['按状态查看', 'By status'],
  field: {
    id: ['反馈编号', 'Feedback ID'],
    userId: ['用户编号', 'User ID'],
    phone: ['手机号', 'Phone'],
    name: ['姓名', 'Name'],
    user: ['用户', 'User'],
    kind: ['类型', 'Type'],
    content: ['内容', 'Content'],
    images: ['图片', 'Images'],
    contact: ['联系方式', 'Contact'],
    status: ['状态', 'Status'],
    handledBy: ['处理人', 'Handled by'],
    handledAt: ['处理时间', 'Handled at'],
    createdAt: ['反馈时间', 'Received'],
    age: ['等待时长', 'Waiting time'],
    reply: ['回复', 'Reply'],
  },
  kind: {
    suggestion: ['建议', 'Suggestion'],
    complaint: ['投诉', 'Complaint'],
    fault: ['故障', 'Fault'],
    other: ['其他', 'Other'],
  },
  status: stateWords(feedbackMachine),
  overdue: ['已超时', 'Overdue'],
  overdueHint: ['超过规定时间仍未处理完', 'Not resolved within the time limit'],
  age: {
    minutes: ['{{count}} 分钟', '{{count}} min'],
    hours: ['{{count}} 小时', '{{count}} h'],
    days: ['{{days}} 天 {{hours}} 小时', '{{days}} d {{hours}} h'],
  },
  hint: {
    phone: ['全号、前 3 位或后 4 位', 'Full, first 3 or last 4'],
    handledBy: ['输入姓名', 'Name'],
    reply: ['写给用户的回复', 'Reply to the user'],
  },
  action: {
    open: ['详情', 'Details'],
    replyAndResolve: ['回复并解决', 'Reply and resolve'],
    reveal: ['查看完整内容', 'Reveal content'],
    hide: ['隐藏完整内容', 'Hide content'],
    user: ['查看用户', 'View user'],
  },
  detail: {
    title: ['反馈详情', 'Feedback details'],
    erased: ['用户已注销，内容已删除。', 'The user was deleted, and the content with it.'],
    image: ['第 {{at}} / {{of}} 张图片', 'Image {{at}} of {{of}}'],
    noReply: ['还没有回复', 'No reply yet'],
  },
  arrived: {
    title: ['新的用户反馈', 'New feedback'],
    text: ['收到一条{{kind}}（编号 {{id}}），等待处理', '{{kind}} (ID {{id}}) is waiting to be handled'],
  },
})
