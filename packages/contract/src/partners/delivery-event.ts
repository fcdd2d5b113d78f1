/** What a channel can be told of, by the table of facts; `won` is a lead. */
export const postbackEvents = [
  'registered',
  'profiled',
  'pushed',
  'accepted',
  'rejected',
  'charged',
  'returned',
  'ordered',
  'won',
] as const
export type PostbackEvent = (typeof postbackEvents)[number]

/** What organizations and systems of the company can be told of: the same. */
export const webhookEvents = postbackEvents
export type ReachEvent = PostbackEvent

/** Where a delivery stands. `untold`: it is not sent, for a reason; `dead`: it was tried as often as it may be, or refused for good. */
export const deliveryStates = ['waiting', 'sent', 'dead', 'untold'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Why nothing is sent. */
export const untoldReasons = ['off', 'part', 'cap', 'deducted', 'gone', 'nobody'] as const
/** Why a delivery is dead. */
export const deadReasons = ['tries', 'refused', 'template'] as const
export const deliveryReasons = [...untoldReasons, ...deadReasons] as const
export type DeliveryReason = (typeof deliveryReasons)[number]

/** The pauses before a delivery that was not taken is tried again, in seconds. */
export const deliveryPauseSeconds = [5, 30, 120, 600, 3_600, 7_200, 21_600] as const
/** How many tries of a delivery are kept. */
export const deliveryTriesKept = 20
