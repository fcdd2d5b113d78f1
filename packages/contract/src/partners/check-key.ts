import * as z from 'zod'
import { area, id, instant } from '../kernel/kernel.ts'

/** The slots of check keys: two live at most, while one is being replaced. */
export const checkKeySlots = ['a', 'b'] as const

/** Up to this many rows that a key still has to hash are counted, so that the answer takes the same time for any number of rows. */
export const mostUnhashed = 10_000

const unhashed = z.int().min(0).max(mostUnhashed)
const row = z.object({
  id,
  slot: z.enum(checkKeySlots),
  createdAt: instant,
  /** The name of the administrator; null if the service made it at its first start. */
  createdBy: z.string().nullable(),
  /** How many users the job still has to hash with it; `mostUnhashed` stands for that many or more. */
  usersLeft: unhashed,
  /** How many blacklist entries the job still has to hash with it, counted likewise. */
  blacklistLeft: unhashed,
})
row.register(z.globalRegistry, { id: 'CheckKey' })

const revealed = z.object({ value: z.string() })
revealed.register(z.globalRegistry, { id: 'CheckKeyReveal' })

const path = '/checkKey'

/** The keys with which all channels hash a phone before they ask whether it is new. */
export const checkKey = area('checkKey', {
  list: {
    method: 'GET',
    path: `${path}/list`,
    kind: 'read',
    summary: ['查看查重密钥', 'View check keys'],
    /** In the order of their slots, without their values. */
    answer: z.array(row),
  },
  reveal: {
    method: 'POST',
    path: `${path}/{id}/reveal`,
    kind: 'write',
    affects: [],
    summary: ['查看查重密钥的值', 'Reveal check keys'],
    answer: revealed,
  },
  add: {
    method: 'POST',
    path,
    kind: 'write',
    summary: ['添加查重密钥', 'Add check keys'],
    answer: row,
  },
  end: {
    method: 'DELETE',
    path: `${path}/{id}`,
    kind: 'write',
    summary: ['停用查重密钥', 'End check keys'],
    answer: z.null(),
  },
})

export type CheckKeyRow = z.output<typeof row>
