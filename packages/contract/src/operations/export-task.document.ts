import { document } from '../kernel/area-document.ts'

export const exportTaskDocument = document('exportTask', ['导出任务', 'Exports'])
