import type { MergeField } from '@kabao/contract/crm/lead-merge'

/** What the lead that stays can take from the other one, and the column of each. */
export const mergeColumns = {
  name: 'name',
  phone: 'phone',
  userId: 'user_id',
  cityCode: 'city_code',
  channelId: 'channel_id',
  score: 'score',
  remark: 'remark',
} as const satisfies Record<MergeField, string>

/** For how many days a merge can be undone. */
export const undoDays = 30
