import { words } from './language.ts'

/** The waiting items on the home page. */
export const homeWords = words('home', {
  title: ['待办事项', 'Waiting for you'],
  none: ['没有待办事项。', 'Nothing is waiting for you.'],
  more: ['{{count}}+', '{{count}}+'],
  kind: {
    feedbackOverdue: ['已超时的反馈', 'Overdue feedback'],
    feedbackMine: ['我处理中的反馈', 'Feedback you’re handling'],
    feedbackPending: ['待处理的反馈', 'Pending feedback'],
    importsToConfirm: ['待确认的导入', 'Imports to confirm'],
    jobsFailed: ['近 7 天失败的任务', 'Jobs failed in the last 7 days'],
    exportsReady: ['可下载的导出', 'Exports ready to download'],
  },
})
