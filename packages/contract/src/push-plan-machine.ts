import { machine } from './machine.ts'

/** The states of push plans. The service does not send yet, so a push plan goes no further than `scheduled`. */
export const pushPlanMachine = machine({
  name: 'pushPlan',
  states: {
    draft: { words: ['草稿', 'Draft'], tone: 'waiting' },
    scheduled: { words: ['已排期', 'Scheduled'], tone: 'active' },
    cancelled: { words: ['已取消', 'Canceled'], tone: 'over' },
  },
  start: 'draft',
  acts: {
    schedule: {
      from: ['draft'],
      to: 'scheduled',
      summary: ['排期推送计划', 'Schedule push plans'],
      button: ['排期', 'Schedule'],
      done: ['已排期', 'Scheduled'],
      question: {
        title: ['排期这个推送计划？', 'Schedule this push plan?'],
        text: [
          '发送功能尚未开通，开通之前不会推送任何用户。排期后不能修改，可以撤回为草稿。',
          'Sending is not available yet, and nobody is pushed until it is. A scheduled push plan cannot be changed, but it can be withdrawn.',
        ],
      },
      several: {
        button: ['批量排期', 'Schedule'],
        title: [
          '排期选中的 {{count}} 个推送计划？',
          'Schedule {{count}} selected {{count, push plan|push plans}}?',
        ],
        text: [
          '发送功能尚未开通，开通之前不会推送任何用户。',
          'Sending is not available yet, and nobody is pushed until it is.',
        ],
      },
      all: true,
    },
    withdraw: {
      from: ['scheduled'],
      to: 'draft',
      summary: ['撤回推送计划', 'Withdraw push plans'],
      button: ['撤回', 'Withdraw'],
      done: ['已撤回为草稿', 'Withdrawn'],
      question: {
        title: ['撤回这个推送计划？', 'Withdraw this push plan?'],
        text: ['撤回后是草稿，可以修改。', 'It becomes a draft, which can be changed.'],
      },
    },
    cancel: {
      from: ['draft', 'scheduled'],
      to: 'cancelled',
      summary: ['取消推送计划', 'Cancel push plans'],
      button: ['取消推送计划', 'Cancel push plan'],
      done: ['已取消', 'Canceled'],
      question: {
        title: ['取消这个推送计划？', 'Cancel this push plan?'],
        text: [
          '取消后不能再排期，只能复制为新的。',
          'It cannot be scheduled again, only copied as a new one.',
        ],
      },
      isDanger: true,
      several: {
        button: ['批量取消', 'Cancel push plans'],
        title: [
          '取消选中的 {{count}} 个推送计划？',
          'Cancel {{count}} selected {{count, push plan|push plans}}?',
        ],
        text: ['取消后不能再排期。', 'They cannot be scheduled again.'],
      },
      all: true,
    },
  },
  serviceActs: {},
})
