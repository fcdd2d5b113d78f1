import * as z from 'zod'
import { id, requiredText, text } from '../kernel/kernel.ts'
import { intakeCallNames } from './call-names.ts'
import { cityCode, phoneNumber } from './fields.ts'
import { field, intakeCalls } from './kernel.ts'

export const leadCalls = intakeCalls({
  lead: {
    method: 'POST',
    path: '/lead',
    kind: 'write',
    access: 'signedIn',
    ...intakeCallNames.lead,
    description: [
      '用于尚未注册、希望由销售联系的人。以手机号为准：同一手机号是同一条线索，重复提交返回同一编号，并记入该线索的历史。黑名单中的手机号被拒绝（4030）。',
      'For a person who is not registered and wants to be contacted. The phone decides: the same phone is one lead; sent again, it gives the same ID and is noted in the history of the lead. A phone on the blacklist is refused (4030).',
    ],
    body: z.strictObject({
      phone: phoneNumber,
      name: field(['姓名', 'The name'], requiredText(40)).optional(),
      cityCode: cityCode.optional(),
      remark: field(['此人的需求，如感兴趣的产品', 'What the person asks for'], text(200)).optional(),
    }),
    answer: z.object({
      id: field(['线索编号', 'The ID of the lead'], id),
      isNew: field(['是否为新线索', 'Whether the lead is new'], z.boolean()),
    }),
    example: {
      body: { phone: '13800001234', name: '张三', cityCode: '440305', remark: '咨询装修贷款' },
      answer: { id: '8120', isNew: true },
    },
  },
})
