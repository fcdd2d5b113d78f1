import type { TestApp } from './harness.ts'

/** An administrator of a test. */
export type SignedIn = Awaited<ReturnType<TestApp['as']>>

/** Says that everything is counted, whatever the time. */
export const allCounted = ({ pool }: TestApp) =>
  pool.query(`update statistics_state set up_to = '2100-01-01'`)

/** Limits an administrator's roles to this one's own channels. */
export const limitToOwn = ({ pool }: TestApp, { adminId }: SignedIn) =>
  pool.query(
    `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
    [adminId],
  )

/** Takes a permission point from all roles of an administrator. */
export const takePoint = ({ pool }: TestApp, { adminId }: SignedIn, point: string) =>
  pool.query(
    `delete from role_node where node = $2 and role_id in (select role_id from admin_role where admin_id = $1)`,
    [adminId, point],
  )

/** The messages of an administrator, oldest first. */
export const messagesOf = async ({ pool }: TestApp, adminId: string) =>
  (await pool.query('select title, content, link from message where admin_id = $1 order by id', [adminId]))
    .rows
