import type { PushStatus } from '@kabao/contract/push'

export const statusColours: Record<PushStatus, string> = {
  pending: 'arcoblue',
  accepted: 'green',
  rejected: 'red',
  duplicate: 'gray',
  failed: 'orange',
  returned: 'gray',
}
