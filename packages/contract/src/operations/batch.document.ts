import { document } from '../kernel/area-document.ts'

export const batchDocument = document('batch', ['批量操作', 'Bulk actions'])
