import { requiredText, words } from '@kabao/contract'
import { importEndpoints } from '@kabao/contract/kernel/import'
import * as z from 'zod'
import { moneyCell, textCell } from '#platform/imports/cells'
import type { ImportRows } from '#platform/imports/list-import'

/* A made-up list, declared as an area declares one: vouchers with a unique code and an amount. */

export const voucherCalls = importEndpoints('voucher', {
  into: ['券', 'vouchers'],
  schema: 'VoucherImport',
  there: ['present'],
  named: { code: z.string(), amount: z.string() },
})

const voucherWords = words('voucherImport', {
  title: ['导入券', 'Import vouchers'],
  column: { code: ['券码', 'Code'], amount: ['面额（元）', 'Amount (yuan)'] },
  alsoColumn: { amount: ['金额', 'value'] },
  notes: { code: ['必填', 'Required'], amount: ['必填，单位元', 'Required, in yuan'] },
  example: { code: ['V-1', 'V-1'], amount: ['5', '5'] },
  sheet: ['券', 'Vouchers'],
  fileName: { template: ['券导入模板', 'voucher-template'], wrong: ['券-有误的行', 'voucher-wrong-rows'] },
  there: { present: ['券码已存在', 'There already'] },
  hint: {},
  message: {
    done: ['券导入完成', 'Import of vouchers finished'],
    failed: ['券导入失败', 'Import of vouchers failed'],
  },
})

export interface Voucher {
  code: string
  /** In fen. */
  amount: number
}

export const voucherRows: ImportRows<Voucher> = {
  words: voucherWords,
  columns: {
    code: textCell(requiredText(20), { isRequired: true, width: 20 }),
    amount: moneyCell(z.int().min(1, 'range').max(100_000_000, 'range'), { isRequired: true }),
  },
  check: ({ code, amount }) => (amount > 100_000 && !code.startsWith('BIG') ? { amount: 'range' } : {}),
  keyOf: ({ code }) => code,
}
