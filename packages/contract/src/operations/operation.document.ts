import { document } from '../kernel/area-document.ts'
import { operation } from './operation.ts'

export const operationDocument = document(operation, ['系统运行', 'Operation'])
