import { requiredLongText } from '../kernel/kernel.ts'
import { machine } from '../kernel/machine.ts'

/** The reply to the user; phone and id numbers in it are masked when it is shown. */
const reply = requiredLongText(2000)

/** The states of feedback, from received to closed. */
export const feedbackMachine = machine({
  name: 'feedback',
  states: {
    pending: { words: ['待处理', 'Pending'], tone: 'waiting' },
    processing: { words: ['处理中', 'Processing'], tone: 'active' },
    resolved: { words: ['已解决', 'Resolved'], tone: 'good' },
    closed: { words: ['已关闭', 'Closed'], tone: 'over' },
  },
  start: 'pending',
  acts: {
    take: {
      from: ['pending'],
      to: 'processing',
      summary: ['受理反馈', 'Take feedback'],
      button: ['受理', 'Take'],
      done: ['已受理', 'Taken'],
      several: {
        button: ['批量受理', 'Take'],
        title: [
          '受理选中的 {{count}} 条反馈？',
          'Take {{count}} selected feedback {{count, entry|entries}}?',
        ],
        text: ['只有待处理的会被受理。', 'Only pending ones will be taken.'],
      },
      all: {
        title: [
          '受理符合条件的 {{count}} 条反馈？',
          'Take {{count}} matching feedback {{count, entry|entries}}?',
        ],
      },
    },
    reply: {
      from: ['pending', 'processing'],
      to: 'processing',
      summary: ['回复反馈', 'Reply to feedback'],
      button: ['保存回复', 'Save reply'],
      done: ['回复已保存', 'Reply saved'],
      asks: { reply },
    },
    resolve: {
      from: ['processing'],
      to: 'resolved',
      summary: ['解决反馈', 'Resolve feedback'],
      button: ['解决', 'Resolve'],
      done: ['已解决', 'Resolved'],
      /** With a reply, which is stored with it. */
      asks: { reply: reply.optional() },
      several: {
        button: ['批量解决', 'Resolve'],
        title: [
          '解决选中的 {{count}} 条反馈？',
          'Resolve {{count}} selected feedback {{count, entry|entries}}?',
        ],
        text: ['只有处理中的会被解决。', 'Only those in processing will be resolved.'],
      },
      all: {
        title: [
          '解决符合条件的 {{count}} 条反馈？',
          'Resolve {{count}} matching feedback {{count, entry|entries}}?',
        ],
      },
    },
    close: {
      from: ['pending', 'processing'],
      to: 'closed',
      summary: ['关闭反馈', 'Close feedback'],
      button: ['关闭', 'Close'],
      done: ['已关闭', 'Closed'],
      question: {
        title: ['关闭这条反馈？', 'Close this feedback?'],
        text: ['关闭后不再处理，需要时可以重新打开。', 'It will no longer be handled. It can be reopened.'],
      },
      isDanger: true,
      several: {
        button: ['批量关闭', 'Close'],
        title: [
          '关闭选中的 {{count}} 条反馈？',
          'Close {{count}} selected feedback {{count, entry|entries}}?',
        ],
        text: ['已解决和已关闭的不受影响。', 'Resolved and closed ones are not affected.'],
      },
      all: {
        title: [
          '关闭符合条件的 {{count}} 条反馈？',
          'Close {{count}} matching feedback {{count, entry|entries}}?',
        ],
      },
    },
    reopen: {
      from: ['resolved', 'closed'],
      to: 'processing',
      summary: ['重新打开反馈', 'Reopen feedback'],
      button: ['重新打开', 'Reopen'],
      done: ['已重新打开', 'Reopened'],
    },
  },
  serviceActs: {},
})
