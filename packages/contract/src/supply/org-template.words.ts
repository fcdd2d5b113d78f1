import { words } from '../kernel/language.ts'

/** The texts of the editor of connection templates. */
export const orgTemplateWords = words('orgTemplate', {
  title: ['对接模板：{{name}}', 'Connection template: {{name}}'],
  stage: {
    check: ['撞库', 'Check'],
    submit: ['推送', 'Push'],
    login: ['联登', 'Joint login'],
    query: ['查询', 'Query'],
  },
  parts: ['密钥与映射', 'Secrets and maps'],
  kept: {
    title: ['已恢复上次没有保存的内容', 'What you had not saved is back'],
    discard: ['放弃，使用已保存的模板', 'Discard it and use the saved template'],
  },
  field: {
    rest: ['请求头、签名、加密与应答（JSON）', 'Headers, signature, encryption and reply (JSON)'],
    parts: ['密钥声明与枚举映射（JSON）', 'Secrets and maps (JSON)'],
    secret: ['密钥 {{name}}', 'Secret {{name}}'],
    override: ['保存理由（超级管理员）', 'Reason for saving (super administrator)'],
    address: ['试用地址', 'Trial address'],
  },
  hint: {
    secretSet: ['已设置，留空不变', 'Set; empty keeps it'],
    secretUnset: ['未设置', 'Not set'],
    address: [
      '留空则调用已保存模板的地址；其他地址只会收到替代密钥',
      'Empty: the saved address. Another one gets stand-ins for the secrets',
    ],
  },
  preview: {
    hint: [
      '用示例用户渲染，个人信息已脱敏，密钥用替代值。',
      'For a made-up person; personal data is masked and secrets have stand-ins.',
    ],
  },
  trial: {
    run: ['试用', 'Try it'],
    unsaved: ['请先保存再试用', 'Save it before you try it'],
    result: ['试用结果', 'Result'],
    answer: ['对方已答复：HTTP {{status}}，{{ms}} 毫秒', 'Answered: HTTP {{status}}, {{ms}} ms'],
    refused: ['未发送：地址不允许调用（{{why}}）', 'Not sent: the address may not be called ({{why}})'],
    notSent: ['未发送：{{why}}', 'Not sent: {{why}}'],
    unknown: ['已发送，但没有完整的答复：{{why}}', 'Sent, but without a whole answer: {{why}}'],
    reading: ['读取结果：{{outcome}}', 'Read as: {{outcome}}'],
    outcome: {
      accepted: ['已接受', 'Accepted'],
      rejected: ['已拒绝', 'Rejected'],
      duplicate: ['重复', 'Duplicate'],
      failed: ['失败', 'Failed'],
      unknown: ['无法判断', 'Unknown'],
    },
  },
  conflict: [
    '您填写的内容都还在。下面是对方保存的模板，请核对后再决定。',
    'Nothing you entered is lost. This is the template that they saved; compare it before you decide.',
  ],
  keep: ['保留我的，继续编辑', 'Keep mine and go on'],
  save: ['保存模板', 'Save template'],
  saved: ['模板已保存', 'Template saved'],
})
