import { randomUUID } from 'node:crypto'
import { registrationOf } from '#demo/traffic/events'
import type { Acting } from './clients.ts'

/** Somebody registers with a whole profile, and so is sent to an organization. */
export async function register({ callers, tally, pick, world, seed, nextPerson }: Acting): Promise<void> {
  const { body, profile } = registrationOf(seed, nextPerson(), randomUUID())
  const channel = pick(world.channels)
  const { code, data } = await callers.channel(channel, '/user', { ...body, ...profile }, randomUUID())
  tally.count('registration', code)
  if (code === '0000') tally.tell('"user"', data.id)
}

/** An accepted person comes back, asked by one and approved by another one, or refused. */
export async function giveBack(acting: Acting): Promise<void> {
  const { callers, tally, draw, token, others, one } = acting
  const push = await one<{ id: string }>(
    `select id from push_record where status = 'accepted' order by random() limit 1`,
  )
  if (!push) return
  const asked = await callers.admin(token, 'POST', `/user/push/${push.id}/return`, { reason: 'storm' })
  tally.count('return asked', asked.code)
  if (asked.code !== '0000') return
  const { id, version, status } = asked.data as { id: string; version: number; status: string }
  if (status !== 'asked') return
  const act = draw(3) === 0 ? 'refuse' : 'approve'
  const reviewers = draw(3) === 0 ? others : others.slice(0, 1)
  const answers = await Promise.all(
    reviewers.map((by) =>
      callers.admin(by, 'POST', `/push/return/${id}/${act}`, {
        version,
        ...(act === 'refuse' && { note: 'no' }),
      }),
    ),
  )
  for (const { code } of answers) tally.count(`return ${act}`, code)
  if (answers.some(({ code }) => code === '0000'))
    tally.tell('push_return', id, act === 'approve' ? 'returned' : 'refused')
}
