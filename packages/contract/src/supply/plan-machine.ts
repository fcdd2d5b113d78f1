import type { Words } from '../kernel/language.ts'
import { machine } from '../kernel/machine.ts'

/** The states of plans. Each of the two lists has its own acts and permission points. */
const machineOf = <const N extends string>(name: N, [zh, en]: Words) =>
  machine({
    name,
    states: {
      draft: { words: ['草稿', 'Draft'], tone: 'waiting' },
      running: { words: ['运行中', 'Running'], tone: 'good' },
      exhausted: { words: ['今日已满', 'Full today'], tone: 'active' },
      paused: { words: ['已暂停', 'Paused'], tone: 'waiting' },
      ended: { words: ['已结束', 'Ended'], tone: 'over' },
    },
    start: 'draft',
    acts: {
      start: {
        from: ['draft'],
        to: 'running',
        summary: [`启动${zh}`, `Start ${en}`],
        button: ['启动', 'Start'],
        done: ['已启动', 'Started'],
        question: {
          title: ['启动这个计划？', 'Start this plan?'],
          text: [
            '启动后，在日期和时段之内立即接收用户，每个被接收的用户按单价计费。',
            'Within its dates and windows it receives users at once, and each accepted user is charged at its price.',
          ],
        },
        several: {
          button: ['批量启动', 'Start'],
          title: ['启动选中的 {{count}} 个计划？', 'Start {{count}} selected {{count, plan|plans}}?'],
          text: ['只有草稿会被启动。', 'Only drafts are started.'],
        },
        all: true,
      },
      pause: {
        from: ['running', 'exhausted'],
        to: 'paused',
        summary: [`暂停${zh}`, `Pause ${en}`],
        button: ['暂停', 'Pause'],
        done: ['已暂停', 'Paused'],
        question: {
          title: ['暂停这个计划？', 'Pause this plan?'],
          text: [
            '暂停后不再接收新用户，已推送的不受影响。',
            'It receives no new users. What was sent already is not affected.',
          ],
        },
        several: {
          button: ['批量暂停', 'Pause'],
          title: ['暂停选中的 {{count}} 个计划？', 'Pause {{count}} selected {{count, plan|plans}}?'],
          text: [
            '只有运行中或今日已满的计划会被暂停。',
            'Only plans that are running or full today are paused.',
          ],
        },
        all: true,
      },
      resume: {
        from: ['paused'],
        to: 'running',
        summary: [`继续${zh}`, `Resume ${en}`],
        button: ['继续', 'Resume'],
        done: ['已继续', 'Resumed'],
        question: {
          title: ['继续这个计划？', 'Resume this plan?'],
          text: [
            '继续后，在日期和时段之内立即接收用户。今天已用的上限和预算照常计算。',
            'Within its dates and windows it receives users at once. What today’s cap and budget have used still counts.',
          ],
        },
        several: {
          button: ['批量继续', 'Resume'],
          title: ['继续选中的 {{count}} 个计划？', 'Resume {{count}} selected {{count, plan|plans}}?'],
          text: ['只有已暂停的计划会继续。', 'Only paused plans are resumed.'],
        },
        all: true,
      },
      end: {
        from: ['running', 'exhausted', 'paused'],
        to: 'ended',
        summary: [`结束${zh}`, `End ${en}`],
        button: ['结束', 'End'],
        done: ['已结束', 'Ended'],
        question: {
          title: ['结束这个计划？', 'End this plan?'],
          text: [
            '结束后不能再启动，只能复制为新计划。已推送的不受影响。',
            'It cannot be started again, only copied as a new plan. What was sent already is not affected.',
          ],
        },
        isDanger: true,
        several: {
          button: ['批量结束', 'End'],
          title: ['结束选中的 {{count}} 个计划？', 'End {{count}} selected {{count, plan|plans}}?'],
          text: [
            '结束后不能再启动。草稿不受影响。',
            'They cannot be started again. Drafts stay as they are.',
          ],
        },
        all: true,
      },
    },
    serviceActs: {
      exhaust: {
        from: ['running'],
        to: 'exhausted',
        summary: [`${zh}今日已满`, `Day of ${en} was full`],
      },
      renew: {
        from: ['exhausted'],
        to: 'running',
        summary: [`${zh}恢复接收`, `Receiving of ${en} went on`],
      },
      expire: {
        from: ['running', 'exhausted', 'paused'],
        to: 'ended',
        summary: [`${zh}到期自动结束`, `Last day of ${en} passed`],
      },
    },
  })

export const planMachine = machineOf('plan', ['计划', 'plans'])
export const planUvMachine = machineOf('planUv', ['联登计划', 'joint login plans'])
