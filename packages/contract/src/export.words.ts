import { words } from './language.ts'

/** What a file of an export says, and what its owner is told. */
export const exportWords = words('export', {
  resource: {
    user: ['用户列表', 'Users'],
    push: ['推送记录', 'Push records'],
    blacklist: ['黑名单', 'Blacklist'],
    feedback: ['用户反馈', 'User feedback'],
    audit: ['操作日志', 'Audit log'],
  },
  failure: {
    tooManyRows: ['超过单次导出的行数上限', 'More rows than one export may hold'],
    unexpected: ['服务异常', 'Something went wrong on our side'],
    stopped: ['任务被中止', 'Its job was ended'],
  },
  money: ['{{title}}（元）', '{{title}} (CNY)'],
  part: ['第 {{count}} 部分', 'Part {{count}}'],
  message: {
    doneTitle: ['导出已完成', 'Your export is ready'],
    doneText: [
      '{{resource}}（{{rows}} 行）可以下载了，{{days}} 天后过期。',
      '{{resource}} (rows: {{rows}}) can be downloaded for {{days}} days.',
    ],
    failedTitle: ['导出失败', 'Your export failed'],
    failedText: ['{{resource}}：{{failure}}。', '{{resource}}: {{failure}}.'],
  },
})
