import type { PushStatus } from '@kabao/contract/push'

/** How the states are coloured that more than one area shows. */

export const pushStatusColours: Record<PushStatus, string> = {
  pending: 'arcoblue',
  accepted: 'green',
  rejected: 'red',
  duplicate: 'gray',
  failed: 'orange',
  returned: 'gray',
}
