import { words } from './language.ts'

/** The texts of every tree of choices. */
export const treeWords = words('tree', {
  expand: ['全部展开', 'Open all'],
  collapse: ['全部收起', 'Close all'],
  chosen: ['已选 {{count}} 项', '{{count}} chosen'],
  nothing: ['没有匹配的内容', 'Nothing found'],
})
