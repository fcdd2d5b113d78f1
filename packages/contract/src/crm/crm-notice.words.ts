import { words } from '../kernel/language.ts'

/** Messages to salesmen and to those in charge about leads. Only the service words them. */
export const crmNoticeWords = words('crmNotice', {
  returning: {
    title: [
      '{{count}} 条线索即将退回线索池',
      '{{count}} {{count, lead returns|leads return}} to the pool soon',
    ],
    text: [
      '24 小时内没有新的跟进，这些线索将退回线索池。',
      'Without a follow-up within 24 hours, they return to the pool.',
    ],
  },
  assigned: {
    title: ['您有 {{count}} 条新线索', '{{count}} new {{count, lead|leads}} for you'],
    text: [
      '线索已自动分配给您，请在“{{pool}}”规定的 {{minutes}} 分钟内完成首次联系。',
      'Make the first contact within {{minutes}} {{minutes, minute|minutes}}, as “{{pool}}” demands.',
    ],
  },
  given: {
    title: ['您有 {{count}} 条新线索', '{{count}} new {{count, lead|leads}} for you'],
    text: ['负责人已将线索交给您，请尽快联系。', 'Somebody in charge gave them to you. Make contact soon.'],
  },
  passed: {
    title: [
      '{{count}} 条线索因未及时联系被转走',
      '{{count}} {{count, lead was|leads were}} not contacted in time',
    ],
    text: ['线索已转给其他销售或退回“{{pool}}”。', 'They went to others, or back to “{{pool}}”.'],
  },
  stuck: {
    title: ['{{count}} 条线索超时未联系', '{{count}} {{count, lead waits|leads wait}} for a first contact'],
    text: [
      '“{{pool}}”目前没有其他在岗且有余量的销售可以接手。',
      'Nobody else of “{{pool}}” is on duty and has a place for them now.',
    ],
  },
  late: {
    title: [
      '{{count}} 条线索超过首次联系时限',
      '{{count}} {{count, lead is|leads are}} late for the first contact',
    ],
    text: [
      '“{{pool}}”规定 {{minutes}} 分钟内完成首次联系，请尽快联系。',
      '“{{pool}}” demands it within {{minutes}} {{minutes, minute|minutes}}. Contact them soon.',
    ],
  },
  lateOfOthers: {
    title: [
      '{{count}} 条线索超过首次联系时限',
      '{{count}} {{count, lead is|leads are}} late for the first contact',
    ],
    text: [
      '“{{pool}}”的线索未在 {{minutes}} 分钟内完成首次联系，已提醒负责的销售。',
      'Nobody contacted {{count, it|them}} within the {{minutes}} {{minutes, minute|minutes}} of “{{pool}}”. The salespeople were reminded.',
    ],
  },
  remind: {
    title: ['有线索到了跟进时间', 'A follow-up is due'],
    text: ['您计划现在跟进这条线索。', 'You planned to follow up this lead now.'],
  },
  remindMany: {
    title: ['{{count}} 条线索到了跟进时间', '{{count}} follow-ups are due'],
    text: ['您计划现在跟进这些线索。', 'You planned to follow up these leads now.'],
  },
})
