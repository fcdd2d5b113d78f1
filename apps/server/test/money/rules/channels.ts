/** Each finds results, accounts or settlements of channels that contradict each other, at any instant. By what they show. */
export const channelRules: Readonly<Record<string, string>> = {
  'a channel is owed something else than its results less what it was paid': `
    select a.channel_id, a.balance_fen, r.fen as results, q.fen as waiting, s.fen as paid from account a
    cross join lateral (select coalesce(sum(cost_fen), 0) as fen from channel_result r where r.channel_id = a.channel_id) r
    cross join lateral (select coalesce(sum(cost_fen), 0) as fen from channel_result_new q
      where q.channel_id = a.channel_id and q.is_booked) q
    cross join lateral (select coalesce(sum(amount_fen), 0) as fen from settlement s
      where s.channel_id = a.channel_id and s.status = 'paid') s
    where a.channel_id is not null and a.balance_fen <> r.fen + q.fen - s.fen`,
  'the results of a channel have a gap': `
    select c.id, r.n, r.last, e.number from channel c
    cross join lateral (select count(*) as n, coalesce(max(number), 0) as last, count(distinct number) as numbers
      from channel_result r where r.channel_id = c.id) r
    left join channel_result_end e on e.channel_id = c.id
    where r.n <> r.last or r.numbers <> r.n or r.last <> coalesce(e.number, 0)`,
  'a result is noted twice': `
    select channel_id, kind, ref_id from (select channel_id, kind, ref_id from channel_result
      union all select channel_id, kind, ref_id from channel_result_new) r group by 1, 2, 3 having count(*) > 1`,
  'an accepted push is not owed to its channel': `
    select p.id, p.cost_fen, r.fen from push_record p cross join lateral (select sum(cost_fen) as fen from (
        select kind, ref_id, cost_fen, channel_id from channel_result union all
        select kind, ref_id, cost_fen, channel_id from channel_result_new) r
      where r.ref_id = p.id::text and r.kind in ('push', 'return') and r.channel_id = p.channel_id) r
    where p.status in ('accepted', 'returned') and p.channel_id is not null
      and coalesce(r.fen, 0) <> case p.status when 'accepted' then p.cost_fen else 0 end`,
  'a paid settlement is not what was booked': `
    select s.id, s.status, s.amount_fen, t.amount_fen as booked_fen from settlement s
    full join (select * from transfer where kind = 'settlement') t on t.ref_id = s.id::text
    where (coalesce(s.status, '') = 'paid') <> (t.id is not null) or t.amount_fen <> s.amount_fen`,
  'a settlement is not the sum of its results': `
    select s.id, s.amount_fen, s.results, c.fen, c.n, l.fen as lines from settlement s
    cross join lateral (select coalesce(sum(cost_fen), 0) as fen, count(*) as n from channel_result r
      where r.channel_id = s.channel_id and r.number <= s.upto_number and r.due_day <= s.to_day
        and (r.due_day >= s.from_day or r.number > s.after_number)) c
    cross join lateral (select coalesce(sum(cost_fen), 0) as fen from settlement_line l where l.settlement_id = s.id) l
    where (s.amount_fen, s.results, s.amount_fen) <> (c.fen, c.n, l.fen)`,
  'a result is in two settlements': `
    select r.channel_id, r.number from channel_result r join settlement s on s.channel_id = r.channel_id and s.status <> 'cancelled'
      and r.number <= s.upto_number and r.due_day <= s.to_day and (r.due_day >= s.from_day or r.number > s.after_number)
    group by 1, 2 having count(*) > 1`,
}
