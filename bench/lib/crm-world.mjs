import { createHash, randomBytes } from 'node:crypto'
import { drop } from './databases.mjs'

const salesmen = 200
const teams = 10

/**
 * Makes a database of leads: 200 salesmen in ten teams hold 85 of 100 leads, ten wait in the public pool, five were won. The first
 * team has a pool of its own in which one lead of a hundred waits more. No lead is due.
 */
export async function makeLeads(cluster, database, leads) {
  const load = (path) => import(`../../apps/server/src/${path}`)
  const [{ createDb, createPool }, { migrate }] = await Promise.all([
    load('platform/db/client.ts'),
    load('platform/db/migrate.ts'),
  ])
  await drop(cluster, database)
  const admin = cluster.open('bench')
  await admin.query(`create database ${database}`)
  await admin.end()
  const pool = createPool({ ...cluster.connectionTo(database), max: 2, statement_timeout: 600_000 })
  try {
    await migrate(createDb(pool))
    await addStaff(pool)
    await addLeads(pool, leads)
    await pool.query('vacuum analyze')
  } finally {
    await pool.end()
  }
}

async function addStaff(pool) {
  await pool.query(
    `insert into admin (username, name, password_hash) select 'b-' || n, '销售' || n, '-' from generate_series(1, $1::int) n`,
    [salesmen],
  )
  await pool.query(
    `insert into sales_team (name) select '队' || n from generate_series(1, ${teams}) n;
     insert into salesman (admin_id, name, capacity, team_id)
       select a.id, a.name, 100000, t.id from (select *, row_number() over (order by id) as nth from admin where username like 'b-%') a
         join (select id, row_number() over (order by id) as nth from sales_team) t on t.nth = (a.nth - 1) % ${teams} + 1 order by a.id;
     update sales_team t set head_id = (select min(id) from salesman s where s.team_id = t.id);
     update lead_pool set max_held = 100000, max_claims_per_day = 10000, cool_down_days = 0 where kind = 'public';
     insert into lead_pool (name, kind, team_id, max_held) select '一队', 'team', min(id), 100000 from sales_team;
     insert into role (code, name, data_scope) values ('crm', 'crm', 'own');
     insert into role_node select r.id, unnest(array['lead:page', 'lead:claim', 'lead:followUp']) from role r where code = 'crm';
     insert into admin_role select a.id, r.id from admin a, role r where a.username like 'b-%' and r.code = 'crm'`,
  )
}

async function addLeads(pool, leads) {
  await pool.query(
    `insert into lead (phone, name, city_code, source, pool_id, salesman_id, assigned_at, recycle_at, closed_at, stage, arrived_at)
     select '1' || lpad((3000000000 + n)::text, 10, '0'), (array['王', '李', '张', '刘', '陈'])[n % 5 + 1] || chr(20000 + n % 701),
       (array['440300', '440100', '110100', '310100', '330100', '320100', '420100'])[n % 7 + 1], (array['manual', 'import', 'open'])[n % 3 + 1],
       p.id, case when n % 10 > 0 then s.id end, case when n % 10 > 0 then now() - interval '7 days' end,
       case when n % 10 > 0 and n % 20 <> 7 then now() + (n % 7 + 2) * interval '1 day' end,
       case when n % 20 = 7 then now() - interval '1 day' end,
       case when n % 20 = 7 then 'converted' else (array['new', 'contacted', 'interested', 'applied'])[n / 2000 % 4 + 1] end,
       now() - n * interval '5 seconds'
     from generate_series(1, $1::int) n
       join (select id, row_number() over (order by id) as nth from salesman) s on s.nth = n / 10 % $2::int + 1,
       lead_pool p where p.kind = 'public'`,
    [leads, salesmen],
  )
  await pool.query(
    `insert into lead (phone, source, pool_id) select '1' || lpad((5000000000 + n)::text, 10, '0'), 'manual', p.id
     from generate_series(1, $1::int) n, lead_pool p where p.kind = 'team'`,
    [leads / 100],
  )
  await pool.query(
    `insert into lead_event (lead_id, kind, from_stage, to_stage) select id, 'arrived', 'new', 'new' from lead`,
  )
  await pool.query(
    `insert into lead_pool_use (salesman_id, pool_id, held)
       select salesman_id, pool_id, count(*) from lead where salesman_id is not null and closed_at is null group by 1, 2`,
  )
  await pool.query(
    'update salesman s set held = (select coalesce(sum(held), 0) from lead_pool_use u where u.salesman_id = s.id)',
  )
}

/** A session of the nth salesman, who has the data scope `own`; the first ten head their teams. */
export async function signInSalesman(pool, nth) {
  const token = randomBytes(32).toString('base64url')
  await pool.query(
    'insert into session (token_hash, admin_id) select $1, admin_id from salesman order by id offset $2 limit 1',
    [createHash('sha256').update(token).digest(), nth - 1],
  )
  return token
}

/** Makes so many of the held leads due at an instant, their holders told. */
export async function makeDue(pool, { count, at }) {
  await pool.query(
    `update lead set recycle_at = $2, notice_at = now() where id in
       (select id from lead where salesman_id is not null and closed_at is null order by id limit $1)`,
    [count, at],
  )
  await pool.query('vacuum analyze lead')
}
