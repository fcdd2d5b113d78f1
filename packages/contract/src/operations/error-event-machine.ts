import * as z from 'zod'
import { machine } from '../kernel/machine.ts'

/** The states of an error: seen and not seen to, resolved until it comes back, or ignored. */
export const errorEventMachine = machine({
  name: 'errorEvent',
  states: {
    open: { words: ['未处理', 'Open'], tone: 'waiting' },
    resolved: { words: ['已解决', 'Resolved'], tone: 'good' },
    ignored: { words: ['已忽略', 'Ignored'], tone: 'over' },
  },
  start: 'open',
  acts: {
    resolve: {
      from: ['open', 'ignored'],
      to: 'resolved',
      summary: ['标记错误为已解决', 'Mark errors as resolved'],
      button: ['标记为已解决', 'Resolve'],
      done: ['已标记为已解决', 'Resolved'],
      /** Whether it opens again only if it happens in a later release. */
      asks: { untilRelease: z.boolean('type').optional() },
      several: {
        button: ['标记为已解决', 'Resolve'],
        title: [
          '将选中的 {{count}} 个错误标记为已解决？',
          'Resolve {{count}} selected {{count, error|errors}}?',
        ],
        text: ['再次发生时会重新打开。', 'An error opens again if it happens again.'],
      },
      all: {
        title: [
          '将符合条件的 {{count}} 个错误标记为已解决？',
          'Resolve {{count}} matching {{count, error|errors}}?',
        ],
      },
    },
    ignore: {
      from: ['open', 'resolved'],
      to: 'ignored',
      summary: ['忽略错误', 'Ignore errors'],
      button: ['忽略', 'Ignore'],
      done: ['已忽略', 'Ignored'],
      /** For so many days, or until it happened this many more times; for ever without both. */
      asks: {
        days: z.int('integer').min(1, 'range').max(365, 'range').optional(),
        times: z.int('integer').min(1, 'range').max(1_000_000, 'range').optional(),
      },
      several: {
        button: ['忽略', 'Ignore'],
        title: ['忽略选中的 {{count}} 个错误？', 'Ignore {{count}} selected {{count, error|errors}}?'],
        text: ['会一直忽略，直到有人重新打开。', 'They stay ignored until somebody reopens them.'],
      },
      all: {
        title: ['忽略符合条件的 {{count}} 个错误？', 'Ignore {{count}} matching {{count, error|errors}}?'],
      },
    },
    reopen: {
      from: ['resolved', 'ignored'],
      to: 'open',
      summary: ['重新打开错误', 'Reopen errors'],
      button: ['重新打开', 'Reopen'],
      done: ['已重新打开', 'Reopened'],
      several: {
        button: ['重新打开', 'Reopen'],
        title: ['重新打开选中的 {{count}} 个错误？', 'Reopen {{count}} selected {{count, error|errors}}?'],
        text: ['未处理的不受影响。', 'Open ones are not affected.'],
      },
      all: {
        title: [
          '重新打开符合条件的 {{count}} 个错误？',
          'Reopen {{count}} matching {{count, error|errors}}?',
        ],
      },
    },
  },
  serviceActs: {
    comeBack: {
      from: ['resolved', 'ignored'],
      to: 'open',
      summary: ['错误重新出现', 'Error came back'],
    },
  },
})
