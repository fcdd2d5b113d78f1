import { machine } from '../kernel/machine.ts'

/**
 * The states of push plans. A push plan that sends every day is `running` while it sends and `scheduled` until the next day; one that
 * sends once is `done` when everybody was sent.
 */
export const pushPlanMachine = machine({
  name: 'pushPlan',
  states: {
    draft: { words: ['草稿', 'Draft'], tone: 'waiting' },
    scheduled: { words: ['已排期', 'Scheduled'], tone: 'active' },
    running: { words: ['推送中', 'Running'], tone: 'good' },
    paused: { words: ['已暂停', 'Paused'], tone: 'waiting' },
    done: { words: ['已完成', 'Done'], tone: 'over' },
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
          '到发送时间就把符合条件的用户推送给计划的机构，每个被接收的用户按计划的单价计费。排期后不能修改；开始发送之前可以撤回为草稿。',
          'At its time, the people of its audience are pushed to the organization of the plan, and each accepted one is charged at the price of the plan. It cannot be changed any more, but it can be withdrawn before it begins.',
        ],
      },
      several: {
        button: ['批量排期', 'Schedule'],
        title: [
          '排期选中的 {{count}} 个推送计划？',
          'Schedule {{count}} selected {{count, push plan|push plans}}?',
        ],
        text: [
          '到发送时间就把符合条件的用户推送给计划的机构，被接收的用户按单价计费。',
          'At their times, the people of their audiences are pushed to the organizations of the plans, and accepted ones are charged.',
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
    pause: {
      from: ['running'],
      to: 'paused',
      summary: ['暂停推送计划', 'Pause push plans'],
      button: ['暂停', 'Pause'],
      done: ['已暂停', 'Paused'],
      several: {
        button: ['批量暂停', 'Pause'],
        title: [
          '暂停选中的 {{count}} 个推送计划？',
          'Pause {{count}} selected {{count, push plan|push plans}}?',
        ],
        text: [
          '不再推送更多用户，已经在途的照常完成。',
          'Nobody more is pushed. Those on the way are completed.',
        ],
      },
      all: true,
    },
    resume: {
      from: ['paused'],
      to: 'running',
      summary: ['继续推送计划', 'Resume push plans'],
      button: ['继续', 'Resume'],
      done: ['已继续', 'Resumed'],
      several: {
        button: ['批量继续', 'Resume'],
        title: [
          '继续选中的 {{count}} 个推送计划？',
          'Resume {{count}} selected {{count, push plan|push plans}}?',
        ],
        text: ['从暂停的地方继续，不会重复推送。', 'They go on where they stopped. Nobody is pushed twice.'],
      },
      all: true,
    },
    cancel: {
      from: ['draft', 'scheduled', 'running', 'paused'],
      to: 'cancelled',
      summary: ['取消推送计划', 'Cancel push plans'],
      button: ['取消推送计划', 'Cancel push plan'],
      done: ['已取消', 'Canceled'],
      question: {
        title: ['取消这个推送计划？', 'Cancel this push plan?'],
        text: [
          '不再推送更多用户，已推送的不受影响。取消后不能再排期，只能复制为新的。',
          'Nobody more is pushed; what was pushed stays. It cannot be scheduled again, only copied as a new one.',
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
  serviceActs: {
    begin: { from: ['scheduled'], to: 'running', summary: ['推送计划开始发送', 'Push plan began to send'] },
    rest: {
      from: ['running'],
      to: 'scheduled',
      summary: ['推送计划完成今日发送', 'Push plan has sent for today'],
    },
    finish: { from: ['running'], to: 'done', summary: ['推送计划发送完成', 'Push plan has sent everybody'] },
  },
})
