import { words } from '../kernel/language.ts'

/** The texts that the editors of templates share. */
export const templateEditorWords = words('templateEditor', {
  field: {
    method: ['方法', 'Method'],
    url: ['请求地址', 'Address'],
    timeoutMs: ['超时（毫秒）', 'Timeout (ms)'],
    content: ['格式', 'Format'],
    body: ['报文（Liquid）', 'Body (Liquid)'],
  },
  begin: ['从内置模板开始', 'Begin with a shipped template'],
  addStage: ['添加这个环节', 'Add this stage'],
  removeStage: ['移除这个环节', 'Remove this stage'],
  noStage: ['没有配置这个环节。', 'This stage is not set up.'],
  replace: {
    begin: ['用内置模板替换现有内容？', 'Replace what is here with the shipped template?'],
    stage: ['移除“{{stage}}”环节？', 'Remove the stage “{{stage}}”?'],
    text: [
      '已填写的内容会丢失。保存之前，已保存的模板不变。',
      'What was entered is lost. The saved template stays as it is until you save.',
    ],
    action: ['继续', 'Go on'],
  },
  hint: {
    json: ['第 {{line}} 行不是正确的 JSON', 'Line {{line}} is not valid JSON'],
    line: ['第 {{line}} 行：{{text}}', 'Line {{line}}: {{text}}'],
  },
  preview: {
    title: ['预览', 'Preview'],
    plain: ['加密前的报文', 'Body before encryption'],
    problems: ['{{count}} 处问题', '{{count}} {{count, problem|problems}}'],
    fine: ['没有问题', 'No problems'],
  },
})
