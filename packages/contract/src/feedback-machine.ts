import { requiredText } from './kernel.ts'
import { machine } from './machine.ts'

/** The reply to the user; phone and id numbers in it are masked when it is shown. */
const reply = requiredText(2000)

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
        title: ['受理选中的 {{count}} 条反馈？', 'Take the {{count}} selected feedbacks?'],
        text: ['只有待处理的会被受理。', 'Only those that are pending are taken.'],
      },
      all: true,
    },
    reply: {
      from: ['pending', 'processing'],
      to: 'processing',
      summary: ['回复反馈', 'Answer feedback'],
      button: ['保存回复', 'Save the reply'],
      done: ['回复已保存', 'The reply was saved'],
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
        title: ['解决选中的 {{count}} 条反馈？', 'Resolve the {{count}} selected feedbacks?'],
        text: ['只有处理中的会被解决。', 'Only those that are being processed are resolved.'],
      },
      all: true,
    },
    close: {
      from: ['pending', 'processing'],
      to: 'closed',
      summary: ['关闭反馈', 'Close feedback'],
      button: ['关闭', 'Close'],
      done: ['已关闭', 'Closed'],
      question: {
        title: ['关闭这条反馈？', 'Close this feedback?'],
        text: [
          '关闭后不再处理，需要时可以重新打开。',
          'Nobody works on it any more; it can be opened again.',
        ],
      },
      isDanger: true,
      several: {
        button: ['批量关闭', 'Close'],
        title: ['关闭选中的 {{count}} 条反馈？', 'Close the {{count}} selected feedbacks?'],
        text: ['已解决和已关闭的不受影响。', 'Those that are done already stay as they are.'],
      },
      all: true,
    },
    reopen: {
      from: ['resolved', 'closed'],
      to: 'processing',
      summary: ['重新打开反馈', 'Reopen feedback'],
      button: ['重新打开', 'Reopen'],
      done: ['已重新打开', 'Opened again'],
    },
  },
  serviceActs: {},
})
