import { document } from '../kernel/area-document.ts'
import { audit } from './audit.ts'

export const auditDocument = document(
  audit,
  ['操作日志', 'Audit log'],
  {
    export: { result: 'refused', format: 'csv', columns: ['at', 'username', 'action', 'ip'] },
  },
  [
    [
      /^(page|export)\.body\.(username|tokenName|point|targetKind|targetId|ip|requestId)$/,
      'what the lines of the log show',
    ],
  ],
)
