import { words } from '../kernel/language.ts'

/** What the engine tells people. */
export const engineWords = words('engine', {
  unknown: {
    title: ['{{count}} 条推送待确认：{{name}}', '{{count}} {{count, push|pushes}} to confirm: {{name}}'],
    text: [
      '推送已发出但没有收到明确结果。用户不会推给其他机构，金额保持冻结；请与机构核对。',
      'They were sent, and the result is not known. Nobody else gets these people and the price stays held. Please ask the organization.',
    ],
  },
  dead: {
    title: [
      '{{count}} 条推送多次失败：{{name}}',
      '{{count}} {{count, push|pushes}} failed for good: {{name}}',
    ],
    text: [
      '多次重试后仍未送达，已停止重试并退回冻结金额；请检查机构的对接。',
      'They did not arrive after several tries. They are not tried again and nothing is charged. Please check the connection to the organization.',
    ],
  },
})
