import { words } from '../kernel/language.ts'

/** The texts of the check keys. */
export const checkKeyWords = words('checkKey', {
  title: ['查重密钥', 'Check keys'],
  hint: [
    '所有渠道共用查重密钥：先用它对手机号做 HMAC-SHA256，再调用查重接口。请通过安全的方式把密钥交给渠道。',
    'All channels share the check key: they hash a phone with it (HMAC-SHA256) before they ask whether the phone is new. Hand it over in a safe way.',
  ],
  field: { slot: ['密钥', 'Key'] },
  slot: { a: ['密钥 A', 'Key A'], b: ['密钥 B', 'Key B'] },
  made: ['{{at}} 由 {{who}} 创建', 'Made {{at}} by {{who}}'],
  service: ['系统', 'the system'],
  ready: ['全部手机号已生成密文，可以使用', 'All phones are hashed; ready to use'],
  left: [
    '正在生成密文，还有 {{users}} 个用户、{{blacklist}} 条黑名单；完成前查重结果不完整',
    'Hashing phones: {{users}} users and {{blacklist}} blacklist entries left. Until then, checks with this key miss some phones.',
  ],
  orMore: ['{{count}} 以上', '{{count}} or more'],
  reveal: ['查看密钥', 'Reveal key'],
  hide: ['隐藏', 'Hide'],
  revealHint: ['每次查看都会记入操作日志。', 'Each reveal is written to the audit log.'],
  add: {
    action: ['添加一个密钥', 'Add a key'],
    title: ['添加一个查重密钥？', 'Add a check key?'],
    text: [
      '两个密钥将同时有效。请等新密钥的密文全部生成，再把它交给每个渠道，最后停用旧密钥。',
      'Both keys are then valid. Wait until all phones are hashed with the new one, hand it to every channel, then end the old one.',
    ],
    done: ['查重密钥已添加', 'Check key added'],
  },
  end: {
    action: ['停用', 'End'],
    actionOf: ['停用{{name}}', 'End {{name}}'],
    title: ['停用{{name}}？', 'End {{name}}?'],
    text: [
      '渠道用它查重时，所有手机号都会显示为新手机号；不能恢复。请先确认每个渠道都已换用另一个密钥。',
      'Channels that still use it will be told that every phone is new. This cannot be undone. First make sure that every channel uses the other key.',
    ],
    done: ['查重密钥已停用', 'Check key ended'],
  },
})
