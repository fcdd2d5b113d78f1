import { words } from './language.ts'

/** What is said of an act on several rows. */
export const machineWords = words('machine', {
  all: ['全部', 'All'],
  facts: {
    all: ['{{names}}，合计 {{sum}}', '{{names}}: {{sum}} in all'],
    more: ['{{names}} 等共 {{count}} 方，合计 {{sum}}', '{{names}} and others, {{count}} in all: {{sum}}'],
  },
  done: {
    many: ['已完成 {{count}} 条', '{{count}} done'],
    someSkipped: [
      '已完成 {{count}} 条，{{skipped}} 条未处理（{{reasons}}）',
      '{{count}} done, {{skipped}} skipped ({{reasons}})',
    ],
    skippedState: ['{{count}} 条{{status}}', '{{count}} {{status}}'],
    skippedGone: ['{{count}} 条不存在', '{{count}} no longer {{count, exists|exist}}'],
  },
})
