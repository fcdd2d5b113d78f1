import type { LeadRow } from '@kabao/contract/crm/lead-row'

/** Whether the person still has to be contacted for the first time, by an instant. */
export const awaitsContact = ({ firstContactAt, firstContactDueAt, closedAt }: LeadRow): boolean =>
  firstContactAt === null && firstContactDueAt !== null && closedAt === null

const isBefore = (instant: string | null, now: number) => instant !== null && Date.parse(instant) < now

/** What of a lead is late. */
export const latenessOf = (lead: LeadRow, now: number): ('lateContact' | 'lateFollow')[] => [
  ...(awaitsContact(lead) && isBefore(lead.firstContactDueAt, now) ? (['lateContact'] as const) : []),
  ...(isBefore(lead.nextFollowAt, now) ? (['lateFollow'] as const) : []),
]
