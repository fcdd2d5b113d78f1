import type { LeadRecord, LeadRecords } from '@kabao/contract/crm/lead-record'
import { maskName, maskPhone } from '@kabao/contract/kernel/personal'
import { daysAgo } from '../random.ts'
import { tableOf } from '../tables.ts'

interface Asked {
  count: number
  event: LeadRecord['event']
  current: number
  size: number
  minutes?: number
  /** What the records cost in all. */
  fen?: number
}

/** Made-up records whose number, or sum, is the figure that they are behind. */
export function recordsBehind({ count, event, current, size, minutes, fen }: Asked): LeadRecords {
  const leads = tableOf('lead').rows
  const from = (current - 1) * size
  const records = Array.from({ length: Math.max(0, Math.min(size, count - from)) }, (_, n) => {
    const at = from + n
    const lead = leads[at % leads.length]
    return {
      at: daysAgo(0.2 + at * 0.3),
      leadId: lead?.id ?? '1',
      lead: lead ? { name: maskName(String(lead.name)), phone: maskPhone(String(lead.phone)) } : null,
      event,
      minutes: minutes ?? null,
      fen: fen === undefined ? null : Math.floor(fen / count) + (at === 0 ? fen % count : 0),
    }
  })
  return { records, total: count, current, size }
}
