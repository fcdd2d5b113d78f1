import { document } from '../kernel/area-document.ts'

export const operationDocument = document('operation', ['系统运行', 'Operation'])
