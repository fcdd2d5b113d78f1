import { words } from '../kernel/language.ts'

/** What the service says in notices that leave the house, and of the answers to them. */
export const noticeTextWords = words('noticeText', {
  text: {
    several: ['卡包：{{count}} 条通知', 'Kabao: {{count}} {{count, notice|notices}}'],
    group: ['{{kind}}：{{count}} 条', '{{kind}}: {{count}}'],
    more: ['另有 {{count}} 条', 'And {{count}} more'],
    tooLarge: [
      '{{name}} 太大，没有附上，请到导出中心下载。',
      '{{name}} is too large to go along. It is in the export center.',
    ],
    inFile: ['附件里共 {{count}} 行', 'The file has {{count}} {{count, row|rows}}'],
    open: ['查看', 'Open'],
    tried: ['卡包：测试通知', 'Kabao: a test'],
    triedText: ['“{{name}}”可以收到通知。', '“{{name}}” gets notices.'],
  },
  answer: {
    wrongSecret: ['签名不正确：请核对密钥', 'The signature is wrong: check the secret'],
    wrongAddress: ['机器人不存在或已停用：请核对地址', 'No such robot, or it is off: check the address'],
    keyword: [
      '机器人要求关键词：请改用加签',
      'The robot wants a keyword: choose the signature as its security setting instead',
    ],
    ip: ['服务器地址不在机器人的白名单内', 'The robot does not allow the address of this server'],
    tooOften: ['发送过于频繁，稍后重发', 'Too often; it is sent again later'],
    refusedAs: ['对方返回 {{code}}', 'The answer is {{code}}'],
    wrongPassword: ['邮件服务器拒绝了账号或密码', 'The mail server refuses the account or the password'],
    noTls: ['邮件服务器没有可用的加密连接', 'The mail server offers no encrypted connection'],
    nobody: ['角色下没有启用的管理员', 'The role has no enabled administrator'],
    someRefused: ['{{count}} 个收件地址被拒', '{{count}} of the addresses were refused'],
  },
  met: {
    breakerOpen: {
      title: ['“{{name}}”已熔断', 'The breaker of “{{name}}” is open'],
      text: [
        '多次调用失败，暂停发送，恢复后自动继续。',
        'Its calls fail. Nothing is sent until it answers again.',
      ],
    },
    deadDelivery: {
      title: ['“{{name}}”有投递失败', 'Deliveries to “{{name}}” are dead'],
      text: [
        '今天有 {{count}} 条未能送达，可在投递记录里重新投递。',
        '{{count}} of today were never taken. They can be sent again.',
      ],
    },
    backupFailed: {
      title: ['备份失败', 'The backup failed'],
      text: [
        '最近一次备份没有完成，请查看系统运行。',
        'The latest backup did not end well. See the operation page.',
      ],
    },
    diskFull: {
      title: ['磁盘已满', 'A disk is full'],
      text: ['服务无法写入，请尽快清理或扩容。', 'The service cannot write. Make room soon.'],
    },
    certificate: {
      title: ['证书即将到期', 'A certificate is about to expire'],
      text: ['{{host}} 的证书于 {{day}} 到期。', 'The certificate of {{host}} expires on {{day}}.'],
    },
  },
})
