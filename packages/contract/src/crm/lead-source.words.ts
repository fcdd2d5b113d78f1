import { words } from '../kernel/language.ts'

/** Where leads come from. */
export const leadSourceWords = words('leadSource', {
  source: {
    unaccepted: ['未被接收的用户', 'Nobody accepted'],
    returned: ['机构退回', 'Returned'],
    import: ['导入', 'Imported'],
    manual: ['手工添加', 'By hand'],
    open: ['接口', 'API'],
  },
})
