import { words } from '../kernel/language.ts'

/** The API keys of a partner, and the page of its integration guide. */
export const apiKeyWords = words('apiKey', {
  title: ['接口密钥', 'API keys'],
  /** What the audit log records of a change. */
  recorded: {
    key: ['API Key', 'API key'],
    keySort: ['密钥用途', 'Purpose of the key'],
    overlapDays: ['旧 Secret 有效天数', 'Days of the old secret'],
  },
  none: ['还没有接口密钥。', 'There are no API keys yet.'],
  sort: { live: ['正式', 'Live'], sandbox: ['沙箱', 'Sandbox'] },
  sandboxHint: [
    '沙箱密钥用于联调，不产生业务数据。',
    'A sandbox key is for trying out; what is sent with it does not count.',
  ],
  current: ['当前 Secret', 'Current secret'],
  previous: ['旧 Secret', 'Previous secret'],
  made: ['{{at}} 创建', 'Made {{at}}'],
  ends: ['{{at}} 失效', 'Ends {{at}}'],
  used: ['最近使用：{{at}}', 'Last used: {{at}}'],
  unused: ['从未使用', 'Never used'],
  revoked: ['{{key}} 已于 {{at}} 停用', '{{key}} was revoked {{at}}'],
  revokedCount: ['已停用的密钥（{{count}}）', 'Revoked keys ({{count}})'],
  make: { live: ['创建正式密钥', 'Make live key'], sandbox: ['创建沙箱密钥', 'Make sandbox key'] },
  change: {
    action: ['更换 Secret', 'Change secret'],
    title: ['更换 {{key}} 的 Secret', 'Change the secret of {{key}}'],
    overlap: ['旧 Secret 继续有效的天数', 'Days for which the old secret stays valid'],
    hint: [
      '0 表示立即失效，适用于 Secret 泄露；最多 30 天。请通知对方在此期间换用新的 Secret。',
      '0 ends it at once, for a secret that leaked; at most 30 days. Ask the partner to use the new secret within this time.',
    ],
  },
  end: {
    action: ['立即结束', 'End now'],
    title: ['立即结束旧 Secret？', 'End the previous secret now?'],
    text: ['使用旧 Secret 的请求将被拒绝。', 'Requests signed with it will be refused.'],
    done: ['旧 Secret 已结束', 'Previous secret ended'],
  },
  revoke: {
    action: ['停用密钥', 'Revoke key'],
    title: ['停用密钥 {{key}}？', 'Revoke the key {{key}}?'],
    text: [
      '使用它的请求立即被拒绝，不能恢复；之后可以创建新的密钥。',
      'Requests with it are refused at once. This cannot be undone; a new key can be made afterward.',
    ],
    done: ['密钥已停用', 'Key revoked'],
  },
  once: {
    title: ['{{key}} 的 Secret', 'Secret of {{key}}'],
    text: [
      'Secret 只显示这一次，关闭后无法再次查看。请立即复制，并通过安全的方式交给对方。',
      'The secret is shown only once and can’t be shown again. Copy it now, and hand it over in a safe way.',
    ],
    secret: ['Secret', 'Secret'],
    copy: ['复制 Secret', 'Copy secret'],
    done: ['我已妥善保存', 'I have saved it'],
    leave: {
      title: ['Secret 还没有复制', 'The secret has not been copied'],
      text: [
        '关闭后无法再次查看，只能更换新的 Secret。',
        'It can’t be shown again; you would have to change it.',
      ],
      confirm: ['仍然关闭', 'Close anyway'],
      stay: ['返回', 'Go back'],
    },
  },
  requests: ['接口请求日志', 'API requests'],
  signing: ['签名核对', 'Signature check'],
  guide: {
    action: ['接入指南', 'Integration guide'],
    keys: ['密钥', 'Key'],
    print: ['打印', 'Print'],
    download: ['下载 Markdown', 'Download Markdown'],
    fileName: ['接入指南-{{id}}', 'integration-guide-{{id}}'],
    contents: ['目录', 'Contents'],
  },
})
