import { join } from 'node:path'
import { hashPassword } from '#access/password'
import { createPool } from '#platform/db/client'

/** For journeys: creates an account with all rights, by a role of its own, in a running embedded service. */
const [dataDir = '', username = '', password = '', asksSecondFactor = ''] = process.argv.slice(2)
const host = join(dataDir, 'cluster/socket')
const pool = createPool({ host, port: 5432, user: 'kabao', database: 'kabao' })
await pool.query(
  `with role as (
    insert into role (code, name, is_super, requires_second_factor) values ($1, $1, true, $3) returning id
  ), admin as (
    insert into admin (username, name, password_hash) values ($1, $1, $2) returning id
  ) insert into admin_role (admin_id, role_id) select admin.id, role.id from admin, role`,
  [username, await hashPassword(password), asksSecondFactor === 'asks-second-factor'],
)
await pool.end()
