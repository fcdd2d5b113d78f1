import { document } from '../kernel/area-document.ts'
import { job } from './job.ts'

export const jobDocument = document(job, ['后台任务', 'Background jobs'], {
  run: { name: 'file-sweep' },
  again: { name: 'file-sweep', id: '0199c7f4-5f3a-7c1e-9d7b-2f4f1a6f3c10' },
  cancel: { name: 'file-sweep', id: '0199c7f4-5f3a-7c1e-9d7b-2f4f1a6f3c10' },
})
