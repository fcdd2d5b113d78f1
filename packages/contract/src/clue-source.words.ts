import { words } from './language.ts'

/** Where leads come from. */
export const clueSourceWords = words('clueSource', {
  source: {
    unaccepted: ['无机构接收', 'Accepted by nobody'],
    returned: ['机构退回', 'Returned'],
    import: ['导入', 'Imported'],
    manual: ['手工添加', 'Added by hand'],
    open: ['开放接口', 'Open API'],
  },
})
