import { words } from './language.ts'

/** What every tree of choices says. */
export const treeWords = words('tree', {
  expand: ['全部展开', 'Open all'],
  collapse: ['全部收起', 'Close all'],
  chosen: ['已选 {{count}} 项', '{{count}} chosen'],
  nothing: ['没有匹配的内容', 'Nothing found'],
})
