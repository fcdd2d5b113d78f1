import { words } from '../kernel/language.ts'

/** Secrets of connection templates and collection channels that were replaced and are still valid. */
export const previousSecretWords = words('previousSecret', {
  title: ['旧密钥', 'Previous secrets'],
  overlap: ['旧密钥继续有效的天数', 'Days for which the old secret stays valid'],
  hint: [
    '只用于核对收到的内容；发出的请求立即使用新密钥。0 表示立即失效，适用于密钥泄露；最多 30 天。',
    'Only for what arrives; what we send uses the new secret at once. 0 ends it at once, for a secret that leaked; at most 30 days.',
  ],
  state: ['旧密钥：{{name}}', 'Previous secret: {{name}}'],
  ends: ['{{at}} 失效', 'Ends {{at}}'],
  used: ['最近使用：{{at}}', 'Last used: {{at}}'],
  unused: ['更换后从未使用', 'Not used since it was replaced'],
  end: {
    action: ['立即结束', 'End now'],
    title: ['立即结束旧密钥 {{name}}？', 'End the previous secret {{name}} now?'],
    text: [
      '对方仍用旧密钥签名或加密的内容将不再被接受。',
      'What the other side still signs or encrypts with it will not be accepted any more.',
    ],
    done: ['旧密钥已结束', 'Previous secret ended'],
  },
})
