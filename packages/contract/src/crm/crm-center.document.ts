import { document } from '../kernel/area-document.ts'
import { crmCenter } from './crm-center.ts'

export const crmCenterDocument = document(crmCenter, ['个人中心', 'Personal center'], {
  leads: { part: 'overdue', size: 20 },
  records: { figure: 'converted', period: 'month', current: 1, size: 20 },
})
