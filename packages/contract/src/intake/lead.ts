import * as z from 'zod'
import { id, longText } from '../kernel/kernel.ts'
import { requiredName } from '../kernel/personal.ts'
import { intakeCallNames } from './call-names.ts'
import { cityCode, phoneNumber } from './fields.ts'
import { field, intakeCalls } from './kernel.ts'

export const leadCalls = intakeCalls({
  lead: {
    method: 'POST',
    path: '/lead',
    kind: 'write',
    access: 'signedIn',
    runs: 'batched',
    ...intakeCallNames.lead,
    description: [
      '用于尚未注册、希望由销售联系的人。以手机号为准：同一手机号是同一条线索，重复提交返回同一编号，并记入该线索的历史；并非由本渠道带来的线索不返回编号。黑名单中的手机号被拒绝（4030）。每个渠道每天的提交次数有上限；被拒绝或不返回编号的，另计入每天的查重次数。',
      'For a person who is not registered and wants to be contacted. The phone decides: the same phone is one lead; sent again, it gives the same ID and is noted in the history of the lead; of a lead that did not come from this channel, no ID is told. A phone on the blacklist is refused (4030). Each channel has a limit of calls per day; one that is refused, or told no ID, also counts as a check.',
    ],
    body: z.strictObject({
      phone: phoneNumber,
      name: field(['姓名', 'The name'], requiredName).optional(),
      cityCode: cityCode.optional(),
      remark: field(['此人的需求，如感兴趣的产品', 'What the person asks for'], longText(200)).optional(),
    }),
    answer: z.object({
      id: field(
        [
          '线索编号；线索并非由本渠道带来时为 null',
          'The ID of the lead; null if it did not come from this channel',
        ],
        id.nullable(),
      ),
      isNew: field(['是否为新线索', 'Whether the lead is new'], z.boolean()),
    }),
    example: {
      body: { phone: '13800001234', name: '张三', cityCode: '440305', remark: '咨询装修贷款' },
      answer: { id: '8120', isNew: true },
    },
  },
})
