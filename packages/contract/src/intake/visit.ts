import * as z from 'zod'
import { requiredText } from '../kernel/kernel.ts'
import { namesNobody } from '../kernel/personal-text.ts'
import { clockSeconds } from '../partners/signature.ts'
import { intakeCallNames } from './call-names.ts'
import {
  at,
  cityCode,
  clickId,
  extra,
  ip,
  namesNobodyWords,
  productId,
  userAgent,
  visitorId,
} from './fields.ts'
import { field, intakeCalls } from './kernel.ts'

/** The most visits that one call can report. */
export const maxVisits = 500
/** Visits are taken for this many days; before that, the partition of their day may be missing. */
export const visitsTakenDays = 7

const oneVisit = z.strictObject({
  visitorId,
  page: field(
    [`页面名称或路径，${namesNobodyWords[0]}`, `The page, by its name or path; ${namesNobodyWords[1]}`],
    namesNobody(requiredText(200)),
  ),
  productId: productId.optional(),
  at: at([
    `访问时间，不早于 ${visitsTakenDays} 天前，不晚于现在之后 ${clockSeconds} 秒`,
    `When the visit was: within the last ${visitsTakenDays} days, and at most ${clockSeconds} seconds ahead`,
  ]),
  ip,
  userAgent,
  cityCode: cityCode.optional(),
  clickId: clickId.optional(),
  extra: extra.optional(),
})

export const visitCalls = intakeCalls({
  visit: {
    method: 'POST',
    path: '/visit',
    kind: 'write',
    access: 'signedIn',
    runs: 'batched',
    ...intakeCallNames.visit,
    description: [
      `一次可上报 1–${maxVisits} 条，任何一条有误则整批不记。重试时使用相同的 \`Idempotency-Key\`，以免重复计数。`,
      `One call reports 1 to ${maxVisits} visits; if one of them is wrong, none is counted. Repeat a call with the same \`Idempotency-Key\`, so that nothing is counted twice.`,
    ],
    body: z.strictObject({
      visits: field(
        ['访问记录', 'The visits'],
        z.array(oneVisit).min(1, 'required').max(maxVisits, 'tooMany'),
      ),
    }),
    answer: z.object({ counted: field(['已记录的条数', 'How many visits were counted'], z.int()) }),
    example: {
      body: {
        visits: [
          {
            visitorId: 'v-7f3a9c21',
            page: '/card/gold',
            productId: '1001',
            at: '2026-09-22T01:30:00.000Z',
            ip: '203.0.113.7',
            userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
            cityCode: '440305',
          },
        ],
      },
      answer: { counted: 1 },
    },
  },
})
