import * as z from 'zod'
import { businessDate } from '../kernel/business-date.ts'
import { resultKinds } from '../ledger/settlement.ts'
import { intakeCallNames } from './call-names.ts'
import { at } from './fields.ts'
import { field, intakeCalls } from './kernel.ts'

/** The most results in one answer. */
export const mostResults = 500

const whole = z.int()

const result = z.object({
  number: field(['序号，在本渠道内连续', 'Its place among all results of the channel'], whole),
  kind: field(
    [
      '`registration` 注册，`push` 机构接收，`visitor` 访客，`return` 退回，`adjustment` 调整',
      '`registration`; `push`: accepted by an organization; `visitor`; `return`: an accepted push that came back; `adjustment`',
    ],
    z.enum(resultKinds),
  ),
  refId: field(
    ['用户或推送的编号；访客为其标识的摘要', 'The ID of the user or push; of a visitor, a hash'],
    z.string(),
  ),
  at: at(['发生时间', 'When it was']),
  baseFen: field(['按合同应计金额，单位：分', 'What the contract gives for it, in fen'], whole),
  costFen: field(['实际应付金额，单位：分；扣量为 0', 'What is owed, in fen; 0 if it is deducted'], whole),
  isDeducted: field(['是否扣量', 'Whether it is deducted'], z.boolean()),
  draw: field(
    [
      '抽样值，0–9999，由编号固定算出：小于扣量比例时扣量；无抽样时为 null',
      'The draw, 0–9999, which follows from the ID: below the rate, the result is deducted; null without a draw',
    ],
    whole.nullable(),
  ),
  deductionBp: field(
    ['当时约定的扣量比例，单位：万分之一', 'The agreed rate at that time, in hundredths of a percent'],
    whole.nullable(),
  ),
})

export const costCalls = intakeCalls({
  cost: {
    method: 'POST',
    path: '/cost',
    kind: 'read',
    access: 'signedIn',
    ...intakeCallNames.cost,
    description: [
      '返回本渠道某一业务日计费的每条成果，包括按合同扣量的成果及其依据：编号固定算出抽样值，小于约定比例即扣量，只判定一次。推送的抽样值为 `deduction {编号}` 的 SHA-256 前四个字节（大端整数）除以 10000 的余数；注册与访客为 `deduction registration {编号}`、`deduction visitor {编号}`。成果在发生后约一分钟内可查。',
      'Every result of a business day that the channel is paid for, with those that are deducted by the contract and why: the draw follows from the ID, and below the agreed rate the result is deducted. This is decided once. The draw of a push is the first four bytes of the SHA-256 of `deduction {ID}` as a big-endian number, modulo 10000; of a registration and a visitor, of `deduction registration {ID}` and `deduction visitor {ID}`. Results are there about a minute after they happened.',
    ],
    body: z.strictObject({
      day: field(['业务日，yyyy-mm-dd', 'The business day, yyyy-mm-dd'], businessDate),
      after: field(
        [
          '只返回序号更大的成果，默认从头开始',
          'Only results with a higher number; by default from the first',
        ],
        z.int('integer').min(0, 'range').optional(),
      ),
    }),
    answer: z.object({
      deductionBp: field(
        ['当前约定的扣量比例，单位：万分之一', 'The agreed rate now, in hundredths of a percent'],
        whole,
      ),
      results: field(
        [`按序号排列，至多 ${mostResults} 条`, `By number, at most ${mostResults}`],
        z.array(result),
      ),
      next: field(
        [
          '还有更多时，下次调用的 `after`；否则为 null',
          'The `after` of the next call if there are more, or null',
        ],
        whole.nullable(),
      ),
    }),
    example: {
      body: { day: '2026-09-22' },
      answer: {
        deductionBp: 1000,
        results: [
          {
            number: 8211,
            kind: 'push',
            refId: '90211',
            at: '2026-09-22T01:32:11.000Z',
            baseFen: 1800,
            costFen: 1800,
            isDeducted: false,
            draw: 4471,
            deductionBp: 1000,
          },
        ],
        next: null,
      },
    },
  },
})
