import { words } from '../kernel/language.ts'
import { machineBatchWords, machineMatchingWords } from './machines.ts'

/** Acts on all rows that match a filter: the offer, the confirmation, the progress and the end. */
export const batchWords = words('batch', {
  act: {
    user: { delete: ['注销用户', 'Delete users'] },
    push: { resend: ['重新推送', 'Resend pushes'] },
    order: {
      notify: ['重新通知渠道', 'Notify channels again'],
      ask: ['查询支付结果', 'Ask providers again'],
    },
    postback: { again: ['重新投递回传', 'Deliver postbacks again'] },
    webhook: { again: ['重新投递 Webhook', 'Deliver webhooks again'] },
    lead: {
      assign: ['分配线索', 'Assign leads'],
      transfer: ['转移线索', 'Transfer leads'],
      release: ['退回线索', 'Release leads'],
      convert: ['标记成交', 'Mark as won'],
      invalidate: ['标记无效', 'Mark as invalid'],
    },
    ...machineBatchWords,
  },
  /** The question before an act. */
  matching: {
    user: {
      delete: ['注销符合条件的 {{count}} 位用户？', 'Delete {{count}} matching {{count, user|users}}?'],
    },
    push: {
      resend: ['重新推送符合条件的 {{count}} 条？', 'Resend {{count}} matching {{count, push|pushes}}?'],
    },
    order: {
      notify: [
        '就符合条件的 {{count}} 个订单重新通知渠道？',
        'Notify channels again of {{count}} matching {{count, order|orders}}?',
      ],
      ask: [
        '向支付机构查询符合条件的 {{count}} 个订单？',
        'Ask providers about {{count}} matching {{count, order|orders}}?',
      ],
    },
    postback: {
      again: [
        '重新投递符合条件的 {{count}} 条回传？',
        'Deliver {{count}} matching {{count, postback|postbacks}} again?',
      ],
    },
    webhook: {
      again: [
        '重新投递符合条件的 {{count}} 条 Webhook？',
        'Deliver {{count}} matching {{count, webhook|webhooks}} again?',
      ],
    },
    lead: {
      assign: ['分配符合条件的 {{count}} 条线索？', 'Assign {{count}} matching {{count, lead|leads}}?'],
      transfer: ['转移符合条件的 {{count}} 条线索？', 'Transfer {{count}} matching {{count, lead|leads}}?'],
      release: ['退回符合条件的 {{count}} 条线索？', 'Release {{count}} matching {{count, lead|leads}}?'],
      convert: [
        '将符合条件的 {{count}} 条线索标记成交？',
        'Mark {{count}} matching {{count, lead|leads}} as won?',
      ],
      invalidate: [
        '将符合条件的 {{count}} 条线索标记无效？',
        'Mark {{count}} matching {{count, lead|leads}} as invalid?',
      ],
    },
    ...machineMatchingWords,
  },
  all: {
    offer: ['选择符合条件的全部 {{count}} 条', 'Select all {{count}} that match the filter'],
    offerAbout: [
      '选择符合条件的全部（约 {{count}} 条）',
      'Select all that match the filter (about {{count}})',
    ],
    chosen: ['已选符合条件的全部 {{count}} 条', 'All {{count}} that match the filter are selected'],
    chosenAbout: [
      '已选符合条件的全部（约 {{count}} 条）',
      'All that match the filter are selected (about {{count}})',
    ],
  },
  ask: {
    others: [
      '另有 {{count}} 条符合条件，但当前状态不允许此操作，不受影响。',
      '{{count}} more match, but their status does not allow this. They are not affected.',
    ],
    later: ['之后添加的不包括在内。', 'Anything added from now on is not included.'],
    background: ['数量较多，将在后台执行。', 'There are many, so this will run in the background.'],
    none: ['没有可以处理的内容', 'Nothing to process'],
    action: ['{{act}}（{{count}}）', '{{act}} ({{count}})'],
  },
  done: {
    now: ['已完成 {{count}} 条', '{{count}} done'],
    begun: [
      '已开始在后台处理 {{count}} 条，完成后会通知您',
      'Processing {{count}} in the background. You will get a message when it is done.',
    ],
    cancelled: ['已停止，已完成的部分不会撤回', 'Stopped. What is already done stays done.'],
  },
  progress: ['{{act}}：{{done}} / {{total}}', '{{act}}: {{done}} of {{total}}'],
  cancel: ['停止', 'Stop'],
  failure: {
    notAllowed: ['您已没有此操作的权限', 'you no longer have permission to do this'],
    unexpected: ['服务异常', 'something went wrong on our side'],
    stopped: ['任务被中止', 'the task was stopped'],
  },
  message: {
    doneTitle: ['批量操作已完成', 'Bulk action finished'],
    doneText: ['{{act}}：已完成 {{done}} 条。', '{{act}}: {{done}} done.'],
    someLeft: [
      '{{act}}：已完成 {{done}} 条；{{left}} 条在此期间已变更，未处理。',
      '{{act}}: {{done}} done. {{left}} had changed in the meantime and {{left, was|were}} skipped.',
    ],
    refusedText: [
      '{{refused}} 条未能处理，打开此消息可查看原因。',
      '{{refused}} could not be done. Open this message to see why.',
    ],
    failedTitle: ['批量操作未完成', 'Bulk action not finished'],
    failedText: [
      '{{act}}：已完成 {{done}} 条，{{left}} 条未处理（{{failure}}）。',
      '{{act}}: {{done}} done, {{left}} skipped ({{failure}}).',
    ],
  },
})
