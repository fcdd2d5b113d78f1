import type { PushStatus } from '@kabao/contract/users/push-status'

/** The colors of the states that more than one area shows. */

export const pushStatusColors: Record<PushStatus, string> = {
  pending: 'arcoblue',
  accepted: 'green',
  rejected: 'red',
  duplicate: 'gray',
  failed: 'orange',
  unknown: 'orange',
  returned: 'gray',
}
