import { document, ids, seen } from '../kernel/area-document.ts'
import { salesman } from './salesman.ts'

const withoutAccount = {
  name: '陈销售',
  phone: '13800001234',
  teamId: '1001',
  deputyId: null,
  dailyQuota: 30,
  capacity: 100,
  weight: 10,
  cityCodes: ['440100'],
  sources: ['unaccepted' as const],
  windows: [{ weekday: 1, from: '09:00', to: '18:00' }],
}

const newSalesman = { adminId: '7', ...withoutAccount }

export const salesmanDocument = document(
  salesman,
  ['销售', 'Salespeople'],
  {
    page: { status: 'onDuty', sort: '-held' },
    export: { format: 'xlsx', columns: ['name', 'teamName', 'held', 'capacity'] },
    records: { figure: 'claimed', current: 1, size: 20 },
    create: newSalesman,
    update: { id: '1001', version: 3, ...withoutAccount },
    removeMany: ids,
    goOnLeave: { ...seen, deputyId: '1002', reason: '年假' },
    planLeave: {
      ...seen,
      firstOn: '2027-02-15',
      lastOn: '2027-02-19',
      deputyId: '1002',
      reason: '年假',
    },
    changeLeave: {
      ...seen,
      leaveId: '1003',
      firstOn: '2027-02-16',
      lastOn: '2027-02-19',
      deputyId: '1002',
    },
    cancelLeave: { ...seen, leaveId: '1003' },
    comeBack: seen,
    leave: { ...seen, toId: null, reason: '离职' },
  },
  [
    [/^\w+\.body\.(name|remark|reason)$/, 'stored, or the names of colleagues, which lists show'],
    [/^(create|update)\.body\.phone$/, 'stored, and no two need differ'],
  ],
)
