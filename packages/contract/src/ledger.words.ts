import { words } from './language.ts'

/** The texts about the ledger in messages. */
export const ledgerWords = words('ledger', {
  broken: {
    title: ['资金流水核对不符', 'The ledger is not whole'],
    content: [
      '每日核对发现 {{count}} 处不符：有流水被改动、缺失或多出。请运行 npm run admin -- verify-ledger 查看明细。',
      'The nightly check found {{count}} {{count, fault|faults}}: entries were changed, removed or inserted. Run npm run admin -- verify-ledger for the details.',
    ],
  },
})
