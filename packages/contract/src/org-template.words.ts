import { words } from './language.ts'

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
  begin: ['从内置模板开始', 'Begin with a shipped template'],
  addStage: ['添加这个环节', 'Add this stage'],
  removeStage: ['移除这个环节', 'Remove this stage'],
  replace: {
    begin: ['用内置模板替换现有内容？', 'Replace what is here with the shipped template?'],
    stage: ['移除“{{stage}}”环节？', 'Remove the stage “{{stage}}”?'],
    text: [
      '已填写的内容会丢失。保存之前，已保存的模板不变。',
      'What was entered is lost. The saved template stays as it is until you save.',
    ],
    action: ['继续', 'Go on'],
  },
  kept: {
    title: ['已恢复上次没有保存的内容', 'What you had not saved is back'],
    discard: ['放弃，使用已保存的模板', 'Discard it and use the saved template'],
  },
  noStage: ['没有配置这个环节。', 'This stage is not set up.'],
  field: {
    method: ['方法', 'Method'],
    url: ['请求地址', 'Address'],
    timeoutMs: ['超时（毫秒）', 'Timeout (ms)'],
    content: ['格式', 'Format'],
    body: ['报文（Liquid）', 'Body (Liquid)'],
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
    json: ['第 {{line}} 行不是正确的 JSON', 'Line {{line}} is not valid JSON'],
    place: ['第 {{line}} 行：{{text}}', 'Line {{line}}: {{text}}'],
  },
  preview: {
    title: ['预览', 'Preview'],
    hint: [
      '用示例用户渲染，个人信息已脱敏，密钥用替代值。',
      'For a made-up person; personal data is masked and secrets have stand-ins.',
    ],
    plain: ['加密前的报文', 'Body before encryption'],
    problems: ['{{count}} 处问题', '{{count}} {{count, problem|problems}}'],
    fine: ['没有问题', 'No problems'],
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
