import { words } from './language.ts'

/** The texts of a choice of cities. */
export const cityWords = words('city', {
  whole: ['全国', 'Whole country'],
  wholeWithin: ['全部可选城市（{{count}} 个）', 'All available cities ({{count}})'],
  count: ['{{count}} 个城市', '{{count}} {{count, city|cities}}'],
  named: ['{{count}} 个城市：{{names}}', '{{count}} {{count, city|cities}}: {{names}}'],
  namedMore: ['{{count}} 个城市：{{names}} 等', '{{count}} {{count, city|cities}}: {{names}} …'],
  between: ['、', ', '],
  province: ['{{name}}全部', 'all of {{name}}'],
  search: ['搜索城市（名称或拼音）', 'Search for a city by name or pinyin'],
  none: ['不选城市即{{text}}。', 'With no city selected: {{text}}.'],
  clear: ['改为{{text}}', 'Change to: {{text}}'],
  done: ['完成', 'Done'],
  outside: ['{{name}}（不在可选范围内）', '{{name}} (not available)'],
})
