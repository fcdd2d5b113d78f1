import type pg from 'pg'
import { addStarterRoles, demoUsername } from '#access'
import { createDb } from '#platform/db/client'

interface Colleague {
  username: string
  name: string
  /** The code of a starter role. */
  role: string
}

/** Who files in the demo. */
export const bookkeeperName = 'finance'

/** The people of the demo, one with each starter role. */
export const colleagues: readonly Colleague[] = [
  { username: 'operations', name: '陈悦', role: 'operations' },
  { username: bookkeeperName, name: '李会计', role: 'finance' },
  { username: 'review', name: '王审核', role: 'financeReview' },
  { username: 'sales', name: '吴敏', role: 'sales' },
  { username: 'lead', name: '林静', role: 'salesLead' },
  { username: 'analyst', name: '孙睿', role: 'analyst' },
  { username: 'viewer', name: '钱宁', role: 'readOnly' },
]

/**
 * Adds the people of the demo. They sign in with the password of the demo's administrator if it is the well-known one, and cannot sign in
 * otherwise. Without that administrator nobody is added.
 */
export async function addColleagues(pool: pg.Pool): Promise<void> {
  await createDb(pool).transaction().execute(addStarterRoles)
  await pool.query(
    `with colleague as (select * from json_to_recordset($1) c (username text, name text, role text)),
      made as (
        insert into admin (username, name, password_hash, has_default_password)
        select c.username, c.name, case when a.has_default_password then a.password_hash else '-' end, a.has_default_password
        from colleague c join admin a on a.username = $2
        on conflict do nothing
        returning id, username)
     insert into admin_role (admin_id, role_id)
     select m.id, r.id from made m join colleague c using (username) join role r on r.code = c.role`,
    [JSON.stringify(colleagues), demoUsername],
  )
}
