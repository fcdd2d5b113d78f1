import { document } from '../kernel/area-document.ts'
import { batch } from './batch.ts'

export const batchDocument = document(batch, ['批量操作', 'Bulk actions'])
