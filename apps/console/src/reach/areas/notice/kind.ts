import { noticeKinds } from '@kabao/contract/kernel/notice-kind'
import { notice } from '@kabao/contract/reach/notice'
import type { HookCalls, HookKind } from '../../hooks.ts'

/** Notices as a list of targets with deliveries. */
export const notices: HookKind = {
  name: 'notice',
  calls: notice as unknown as HookCalls,
  events: noticeKinds,
}
