import { endpoints } from '@kabao/contract/app/areas'
import { hashPassword } from '#access/password'
import { secret, type TestApp } from '../harness.ts'
import { createWorld, type World } from '../matrix/world.ts'
import { ofWords } from '../of-words.ts'

/** Every endpoint, except the one that ends the session that sends it. */
export const tried = ofWords(endpoints).filter(({ name }) => name !== 'session.logout')

/** The same by their area. */
export const areas = [...new Set(tried.map(({ area }) => area))].map(
  (area) => [area, tried.filter((endpoint) => endpoint.area === area)] as const,
)

/** Who sends the hostile requests, and the records that they name. */
export interface HostileCaller {
  token: string
  world: World
}

/** An administrator who may do everything, in an app that refuses no request for its number. */
export async function hostileCaller(app: TestApp): Promise<HostileCaller> {
  const { token, adminId } = await app.as('*')
  const passwordHash = await hashPassword(secret('a password of a test 1'))
  await app.pool.query('update admin set password_hash = $1 where id = $2', [passwordHash, adminId])
  const world = await createWorld(app)
  // If requests were refused for their number, the values would no longer be tried.
  await app.set('masking.revealsPerHour', 0)
  await app.set('masking.missesPerHour', 0)
  return { token, world }
}

/** One of 60,000 addresses, because so many requests from one address would soon be refused. */
let asked = 0
export const anyAddress = (): string => `10.9.${(asked++ >> 8) % 250}.${asked % 250}`
