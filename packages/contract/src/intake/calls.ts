import { costCalls } from './cost.ts'
import { jointLoginCalls } from './joint-login.ts'
import type { OpenCall } from './kernel.ts'
import { leadCalls } from './lead.ts'
import { orderCalls } from './order.ts'
import { reportCalls } from './report.ts'
import { userCalls } from './user.ts'
import { visitCalls } from './visit.ts'

/** Every call of the open API, in the order of its documents. */
export const intakeEndpoints: readonly OpenCall[] = [
  ...Object.values(visitCalls),
  ...Object.values(userCalls),
  ...Object.values(leadCalls),
  ...Object.values(jointLoginCalls),
  ...Object.values(costCalls),
  ...Object.values(orderCalls),
  ...Object.values(reportCalls),
]
