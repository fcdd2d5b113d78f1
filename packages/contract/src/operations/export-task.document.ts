import { document } from '../kernel/area-document.ts'
import { exportTask } from './export-task.ts'

export const exportTaskDocument = document(exportTask, ['导出任务', 'Exports'])
