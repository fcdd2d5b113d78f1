import { words } from '../kernel/language.ts'

/** Personal access tokens: in the user center, and of an account in the list of administrators. */
export const accessTokenWords = words('accessToken', {
  lead: [
    '程序用访问令牌代表您调用接口。它能做的不超过您此刻的权限，每次调用都记入操作日志；不再使用时请吊销。',
    'A program calls the API with an access token on your behalf. It never may do more than you may at that moment, and each call is in the audit log. Revoke what is not used.',
  ],
  guide: ['接口文档', 'API document'],
  add: ['创建令牌', 'New token'],
  none: ['还没有访问令牌', 'No access tokens yet'],
  off: ['通用设置不允许使用访问令牌。', 'The general settings allow no access tokens.'],
  field: {
    name: ['名称', 'Name'],
    owner: ['所属管理员', 'Administrator'],
    end: ['令牌结尾', 'Ends with'],
    points: ['权限', 'Permissions'],
    dataScope: ['数据范围', 'Data scope'],
    allowedIps: ['允许的 IP', 'Allowed IPs'],
    days: ['有效期（天）', 'Valid for (days)'],
    password: ['您的密码', 'Your password'],
    createdAt: ['创建时间', 'Created at'],
    expiresAt: ['到期时间', 'Expires at'],
    lastUsedAt: ['最近使用', 'Last used'],
  },
  hint: {
    name: ['用它做什么，如“每日报表”', 'What it is for, such as “Daily report”'],
    points: [
      '须本人进行的操作（查看完整信息、审核、修改密码等）不在其中。',
      'What needs a person, such as revealing, reviewing or changing a password, is not among them.',
    ],
    search: ['查找权限', 'Find a permission'],
    dataScope: [
      '“仅自己的数据”只见您负责的数据。',
      '“Own data only” shows only the rows that belong to you.',
    ],
    allowedIps: [
      '每行一个 IP 或网段，如 203.0.113.7、203.0.113.0/24；留空表示不限。',
      'One address or network per line, such as 203.0.113.7 or 203.0.113.0/24. Leave empty for any.',
    ],
    days: ['最多 {{max}} 天', 'At most {{max}} {{max, day|days}}'],
    password: ['为确认是您本人', 'To confirm that it’s you'],
  },
  dataScope: { all: ['全部数据', 'All data'], own: ['仅自己的数据', 'Own data only'] },
  facts: {
    points: ['{{count}} 项权限', '{{count}} {{count, permission|permissions}}'],
    used: ['最近使用于 {{at}}，来自 {{ip}}', 'Last used {{at}} from {{ip}}'],
    unused: ['从未使用', 'Never used'],
    expires: ['{{at}} 到期', 'Expires {{at}}'],
    from: ['仅限 {{ips}}', 'Only from {{ips}}'],
  },
  expired: ['已过期', 'Expired'],
  log: ['操作日志', 'Audit log'],
  tokens: ['访问令牌', 'Access tokens'],
  revokeNow: ['吊销', 'Revoke'],
  ofAccount: ['“{{name}}”的访问令牌', 'Access tokens of “{{name}}”'],
  nobody: ['这个账号没有访问令牌', 'This account has no access tokens'],
  revokeNamed: ['吊销令牌 {{name}}', 'Revoke the token {{name}}'],
  revoke: {
    title: ['吊销令牌“{{name}}”？', 'Revoke the token “{{name}}”?'],
    text: [
      '使用它的程序立即不能再调用接口，且不能恢复。',
      'Programs that use it can’t call the API anymore, at once. This can’t be undone.',
    ],
    done: ['令牌已吊销', 'Token revoked'],
  },
  once: {
    title: ['令牌“{{name}}”', 'The token “{{name}}”'],
    text: [
      '这个令牌只显示这一次，关闭后无法再次查看。请立即复制到使用它的程序中。',
      'This token is shown only once. Copy it now into the program that uses it.',
    ],
    label: ['访问令牌', 'Access token'],
    copy: ['复制令牌', 'Copy token'],
    copied: ['已复制', 'Copied'],
    failed: ['复制失败，请选中令牌后手动复制', 'Copy failed. Select the token and copy it manually.'],
    done: ['我已保存，关闭', 'I’ve saved it, close'],
    leave: {
      title: ['令牌还没有复制，确定关闭？', 'Close without copying the token?'],
      text: [
        '关闭后无法再次查看，只能吊销后重新创建。',
        'It can’t be shown again. You would have to revoke it and make a new one.',
      ],
      confirm: ['关闭', 'Close'],
      stay: ['返回', 'Back'],
    },
  },
  /** What the owner is told. */
  notice: {
    title: ['创建了访问令牌', 'An access token was made'],
    content: [
      '您的账号创建了访问令牌“{{name}}”。如果不是您本人，请立即吊销它并修改密码。',
      'Your account has a new access token, “{{name}}”. If that wasn’t you, revoke it and change your password immediately.',
    ],
  },
})
