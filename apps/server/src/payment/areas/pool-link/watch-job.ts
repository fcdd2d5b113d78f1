import { fill, type Words } from '@kabao/contract'
import { poolLinkWords } from '@kabao/contract/payment/pool-link.words'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Db } from '#platform/db/client'
import { holdersOf, sendMessage } from '#platform/db/messages'
import { defineJob } from '#platform/jobs/job'
import { sumSteps } from '../../pool-stock.ts'
import { sumSold } from '../../sold-sum.ts'

/** Keeps what is left of products as their list is sorted by it, and tells when few links of one are idle, once until there are enough again. */
export const watchPool = defineJob({
  name: 'pool-watch',
  title: ['汇总产品剩余数量并提醒链接不足', 'Sum up what is left of products and tell of few idle links'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '* * * * *',
  async run({ db, settings, signal, progress }) {
    let summed = 0
    while (!signal.aborted) {
      const steps = await sumSteps(db)
      summed += steps
      progress(summed)
      if (steps === 0) break
    }
    const products = await sumSold(db)
    return { summed, products, told: await tellLowPools(db, settings.get('threshold.poolIdleLinks')) }
  },
})

interface Low {
  id: string
  name: string
  idle: number
}

/**
 * Tells of products with fewer idle links than the alert that nobody was told of; those off sale need none. A product with enough
 * links can be told of again.
 * @param alert in links; 0: never
 * @returns how many products it told of
 */
export const tellLowPools = (db: Db, alert: number): Promise<number> =>
  db.transaction().execute(async (write) => {
    await sql`
      update product set pool_low_at = null
      where pool_idle is not null and pool_low_at is not null and pool_idle >= ${alert}`.execute(write)
    const { rows } = await sql<Low>`
      with low as (
        select id from product
        where pool_idle < ${alert} and pool_low_at is null and status <> 'offSale' order by id for no key update skip locked
      )
      update product p set pool_low_at = now() from low where p.id = low.id
      returning p.id, p.name, p.pool_idle as idle`.execute(write.withoutPlugins())
    if (rows.length > 0) await tell(write, rows, alert)
    return rows.length
  })

/** A todo for those who may import links, and a message for the others who see the pool. */
async function tell(db: Db, products: readonly Low[], alert: number): Promise<void> {
  const importers = await holdersOf(db, 'poolLink:import')
  const readers = (await holdersOf(db, 'poolLink:page')).filter((id) => !importers.includes(id))
  const { title, text } = poolLinkWords.tree.low
  for (const { id, name, idle } of products) {
    const filled = ([zh, en]: Words): Words => {
      const values = { product: name, idle, alert }
      return [fill(zh, values), fill(en, values)]
    }
    const message = {
      title: filled(title),
      content: filled(text),
      link: { name: 'PayConfigPoolList', query: { productId: id } },
    }
    await sendMessage(db, { ...message, to: importers, kind: 'todo', messageType: 0 })
    await sendMessage(db, { ...message, to: readers, kind: 'message' })
  }
}
