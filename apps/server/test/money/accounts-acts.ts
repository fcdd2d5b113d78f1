import { randomUUID } from 'node:crypto'
import { businessDayAt, daysAfter } from '@kabao/contract/kernel/business-clock'
import type { Acting } from './clients.ts'

const clock = { timeZone: 'Asia/Shanghai', dayStartsAt: '00:00' }

/** Two reviewers at once: one of them books it, the other is told what became of it. */
async function review(
  { callers, tally, draw, others }: Acting,
  {
    path,
    table,
    act,
    id,
    version,
    states,
  }: { path: string; table: string; act: string; id: string; version: number; states: string[] },
): Promise<boolean> {
  const reviewers = draw(4) === 0 ? others : others.slice(0, 1)
  const answers = await Promise.all(
    reviewers.map((token) => callers.admin(token, 'POST', `${path}/${id}/${act}`, { version })),
  )
  for (const { code } of answers) tally.count(`${table} ${act}`, code)
  const isDone = answers.some(({ code }) => code === '0000')
  if (isDone) tally.tell(table, id, ...states)
  return isDone
}

/** Files something, tries to review it as who filed it now and then, and has it reviewed. */
async function fileAndReview(
  acting: Acting,
  { path, table, body }: { path: string; table: string; body: object },
): Promise<void> {
  const { callers, tally, draw, token } = acting
  // The same form sent twice at once is one.
  const key = randomUUID()
  const filed = await Promise.all(
    Array.from({ length: draw(5) === 0 ? 2 : 1 }, () => callers.admin(token, 'POST', path, body, key)),
  )
  for (const { code } of filed) tally.count(`${table} filed`, code)
  const [first] = filed.filter(({ code }) => code === '0000')
  if (!first) return
  const { id, version } = first.data as { id: string; version: number }
  tally.tell(table, id, 'pending', 'approved', 'rejected')
  if (draw(10) === 0) {
    const own = await callers.admin(token, 'POST', `${path}/${id}/approve`, { version })
    tally.count(`${table} approved by who filed it`, own.code)
  }
  if (draw(10) === 0) {
    const rejected = await callers.admin(acting.others[0] as string, 'POST', `${path}/${id}/reject`, {
      version,
      note: 'no',
    })
    return tally.count(`${table} reject`, rejected.code)
  }
  await review(acting, { path, table, act: 'approve', id, version, states: ['approved'] })
}

/** A recharge, a gift, or a part of the balance that is paid out. */
export async function recharge(acting: Acting): Promise<void> {
  const { draw, pick, world } = acting
  const way = pick(['bank', 'online', 'gift', 'refund'])
  const amountFen = way === 'refund' ? -(1 + draw(900)) : 1 + draw(2_000)
  const body = { orgId: pick(world.orgIds), way, amountFen, reason: 'storm' }
  await fileAndReview(acting, { path: '/finance/recharge', table: 'recharge', body })
}

/** An adjustment of an organization or a channel, or the reversal of a transfer. */
export async function adjustment(acting: Acting): Promise<void> {
  const { draw, pick, world, one } = acting
  const linked = await one<{ id: string }>(
    `select id from transfer where kind in ('recharge', 'payout', 'adjust') and account_id is not null order by random() limit 1`,
  )
  if (!linked) return
  const reason = 'storm'
  const link = { linkKind: 'transfer', linkId: linked.id, reason }
  const owner =
    draw(4) === 0
      ? { channelId: pick([...world.channels, ...world.visited]).channelId }
      : { orgId: pick(world.orgIds) }
  const body =
    draw(3) === 0
      ? { kind: 'reverse', ...link }
      : { kind: 'adjust', ...owner, amountFen: draw(400) - 199 || 1, ...link }
  await fileAndReview(acting, { path: '/finance/adjustment', table: 'adjustment', body })
}

/** Visitors of past days, who are owed to their channel. */
export async function visits({ callers, tally, draw, pick, world }: Acting): Promise<void> {
  const visits = Array.from({ length: 12 }, (_, nth) => ({
    visitorId: randomUUID(),
    page: '/card',
    ip: '203.0.113.7',
    userAgent: 'Mozilla/5.0',
    at: new Date(Date.now() - (nth % 6) * 86_400_000 - 60_000 - draw(60_000)).toISOString(),
  }))
  const { code } = await callers.channel(pick(world.visited), '/visit', { visits }, randomUUID())
  tally.count('visits', code)
}

/** A settlement of one more day of a channel: drafted, confirmed by another one, paid; or given up. */
export async function settlement(acting: Acting): Promise<void> {
  const { callers, tally, draw, pick, world, token, others, one } = acting
  const path = '/finance/settlement'
  const { channelId } = pick(world.visited)
  const last = await one<{ day: string | null }>(
    `select to_char(max(to_day), 'YYYY-MM-DD') as day from settlement where channel_id = $1 and status <> 'cancelled'`,
    channelId,
  )
  const today = businessDayAt(Date.now(), clock)
  const toDay = daysAfter(last?.day ?? daysAfter(today, -6), 1)
  const drafted = await callers.admin(token, 'POST', path, { channelId, toDay })
  tally.count('settlement drafted', drafted.code)
  if (drafted.code !== '0000') return
  const { id, version } = drafted.data as { id: string; version: number }
  // Half are given up, so that the days last for the whole storm.
  if (draw(2) > 0) {
    const act = pick(['withdraw', 'refuse'])
    const by = act === 'withdraw' ? token : (others[0] as string)
    const body = { version, ...(act === 'refuse' && { note: 'no' }) }
    const answer = await callers.admin(by, 'POST', `${path}/${id}/${act}`, body)
    return tally.count(`settlement ${act}`, answer.code)
  }
  const table = 'settlement'
  if (!(await review(acting, { path, table, act: 'confirm', id, version, states: ['confirmed', 'paid'] })))
    return
  const voucherFileId = await callers.upload(token, 'settlementVoucher', world.voucher)
  const now = await callers.admin(token, 'GET', `${path}/${id}`)
  const shown = await callers.admin(token, 'POST', `${path}/${id}/voucher`, {
    version: now.data.version,
    voucherFileId,
  })
  tally.count('settlement voucher', shown.code)
  if (shown.code !== '0000') return
  await review(acting, { path, table, act: 'pay', id, version: shown.data.version, states: ['paid'] })
}
