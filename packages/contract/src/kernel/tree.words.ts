import { words } from './language.ts'

/** The texts of every tree of choices. */
export const treeWords = words('tree', {
  expand: ['全部展开', 'Expand all'],
  collapse: ['全部收起', 'Collapse all'],
  chosen: ['已选 {{count}} 项', '{{count}} selected'],
  nothing: ['没有匹配的内容', 'No matches'],
})
