import { admin as area } from '@kabao/contract/access/admin'
import { accounts, roleName } from '../accounts.ts'
import { daysAgo } from '../random.ts'
import type { Reader } from '../respond.ts'
import { special } from '../special.ts'
import type { Table } from '../table.ts'
import { rowsOf } from '../tables.ts'

/** A password that does not work: only the two accounts of the demo can sign in. */
const password = 'Demo-0000'
const isSeed = (id: string) => accounts.some((account) => account.id === id)
const nameOfRole = (id: string, { language }: Reader) =>
  accounts.filter((account) => account.id === id).map(({ username }) => roleName(username, language))[0] ??
  rowsOf<{ name: string }>('role').find((role) => role.id === id)?.name ??
  ''

/** The two accounts of the demo can be viewed but not changed. */
export const admin = special(area, {
  count: accounts.length,
  row: (_random, at) => {
    const { id, username, name } = accounts[at] as (typeof accounts)[number]
    const seen = { lastLoginAt: daysAgo(0), lastLoginIp: '127.0.0.1', createdAt: daysAgo(200 + at) }
    const plain = { phone: null, email: null, avatarFileId: null, remark: '', createdBy: null, ...seen }
    return { id, username, name, roleIds: [id], status: 'enabled' as const, ...flags, ...plain }
  },
  fresh: () => ({ ...flags, mustChangePassword: true }),
  now: ({ id, ...row }, reader) => ({
    roles: (row.roleIds as string[]).map((role) => ({ id: role, name: nameOfRole(role, reader) })),
    isSelf: id === reader.account?.id,
    isManageable: !isSeed(id),
  }),
  unique: ['username'],
  filters: {
    username: ({ username }, value) => username.startsWith(value.toLowerCase()),
    roleId: ({ roleIds }, value) => (roleIds as string[]).includes(value),
  },
  calls: {
    roles: (reader) =>
      rowsOf<{ isManageable: boolean }>('role').map(({ id }) => ({
        id,
        name: nameOfRole(id, reader),
        isMine: true,
      })),
    create: (call, table) => made(call, table, table.create(call.body, call).id),
    resetPassword: (call, table) => made(call, table, table.manageable(call.params.id, call).id),
  },
})

const flags = { mustChangePassword: false, hasSecondFactor: false, identity: null }
const made = (reader: Reader, table: Table, id: string) => ({
  admin: table.shown(table.find(id, reader), reader) as never,
  password,
})
