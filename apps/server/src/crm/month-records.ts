import type { MonthFigure } from '@kabao/contract/crm/salesman'
import { sql } from 'kysely'
import { linesAsRecords, type RecordsQuery } from './figure-records.ts'

/** The records behind a figure of `monthOf`. @param since the first instant of the business month */
export function monthRecords(figure: MonthFigure, salesmanId: string, since: string): RecordsQuery {
  const lines = (where = sql`true`) => linesAsRecords(salesmanId, { from: since }, where)
  const contacts = sql`select min(l.at) as at, l.lead_id, min(l.key) as key
    from (${lines(sql`e.kind = 'followUp'`)}) l group by l.lead_id`
  switch (figure) {
    case 'claimed':
      return lines(sql`e.kind = 'claimed'`)
    case 'assigned':
      return lines(sql`e.kind in ('assigned', 'transferred', 'passedOn')`)
    case 'won':
      return lines(sql`e.kind = 'converted'`)
    case 'lost':
      return lines(sql`e.kind = 'invalidated'`)
    case 'contacted':
      return sql`select c.at, c.lead_id, 'followUp' as event, null::float8 as minutes, null::bigint as fen, c.key
        from (${contacts}) c`
    case 'firstContactMinutes':
      return sql`select t.at, t.lead_id, 'followUp' as event,
          (extract(epoch from t.at - c.arrived_at) / 60)::float8 as minutes, null::bigint as fen, t.key
        from (${contacts}) t join lead c on c.id = t.lead_id
        where not exists (select from lead_event b where b.lead_id = t.lead_id and b.kind = 'followUp' and b.at < t.at)`
    case 'wonFen':
      return sql`select coalesce(r.responded_at, r.request_at) as at, c.id as lead_id, 'answered' as event,
          null::float8 as minutes, r.price_fen as fen, r.id as key
        from lead c join push_record r on r.user_id = c.user_id and r.status = 'accepted'
        where c.id in (select l.lead_id from (${lines(sql`e.kind = 'converted'`)}) l)`
  }
}
