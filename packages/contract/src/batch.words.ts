import { words } from './language.ts'
import { machineBatchWords } from './machines.ts'

/** Acts on all rows that match a filter: the offer, the confirmation, the progress and the end. */
export const batchWords = words('batch', {
  act: {
    user: { delete: ['注销用户', 'Delete users'] },
    ...machineBatchWords,
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
    title: ['{{act}}：符合条件的 {{count}} 条？', '{{act}}: all {{count}} that match the filter?'],
    others: [
      '另有 {{count}} 条符合条件，但当前状态不允许此操作，不受影响。',
      '{{count}} more match but their state does not allow this; they stay as they are.',
    ],
    later: ['之后新增的不包括在内。', 'What arrives from now on is not included.'],
    background: ['数量较多，将在后台执行。', 'These are many, so it goes on in the background.'],
    none: ['没有可以处理的内容', 'There is nothing that this could change'],
    action: ['{{act}}（{{count}} 条）', '{{act}} ({{count}})'],
  },
  done: {
    now: ['已完成 {{count}} 条', '{{count}} done'],
    begun: [
      '已开始在后台处理 {{count}} 条，完成后会发消息通知您',
      'Begun in the background ({{count}}); a message tells you when it is done',
    ],
    cancelled: ['已取消，已完成的部分不会撤回', 'Cancelled; what is done stays done'],
  },
  progress: ['{{act}}：{{done}} / {{total}}', '{{act}}: {{done}} of {{total}}'],
  cancel: ['停止', 'Stop'],
  failure: {
    notAllowed: ['您已没有此操作的权限', 'you are not allowed to do this any more'],
    unexpected: ['服务异常', 'something went wrong on our side'],
    stopped: ['任务被中止', 'its job was ended'],
  },
  message: {
    doneTitle: ['批量操作已完成', 'Your batch is done'],
    doneText: ['{{act}}：已完成 {{done}} 条。', '{{act}}: {{done}} done.'],
    someLeft: [
      '{{act}}：已完成 {{done}} 条；{{left}} 条在此期间已变更，未处理。',
      '{{act}}: {{done}} done; {{left}} had changed meanwhile and were left as they are.',
    ],
    failedTitle: ['批量操作未完成', 'Your batch was not finished'],
    failedText: [
      '{{act}}：已完成 {{done}} 条，{{left}} 条未处理（{{failure}}）。',
      '{{act}}: {{done}} done, {{left}} left as they are ({{failure}}).',
    ],
  },
})
