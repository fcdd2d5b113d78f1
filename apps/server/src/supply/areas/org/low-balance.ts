import { fill, type Words } from '@kabao/contract'
import { orgAlertWords } from '@kabao/contract/supply/org-alert.words'
import { sql } from 'kysely'
import * as z from 'zod'
import { isLow, isLowNow } from '#ledger'
import { yuan } from '#platform/base/yuan'
import type { Db } from '#platform/db/client'
import { holdersOf, sendMessage } from '#platform/db/messages'
import { defineJob } from '#platform/jobs/job'
import { type List, lists } from './lists.ts'

/** Tells of enabled organizations whose available amount fell below their alert, once until it was above again. */
export const lowBalances = defineJob({
  name: 'org-low-balance',
  title: ['提醒机构余额不足', 'Tell of low balances of organizations'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '* * * * *',
  async run({ db, signal, progress }) {
    const done = await tellLowBalances(db, { signal })
    progress(done.told)
    return done
  },
})

interface Low {
  id: string
  name: string
  salesmanId: string | null
  availableFen: number
  alertFen: number
}

/**
 * Reads the accounts and locks none of them, so no charge waits for it.
 * @param most how many organizations one transaction tells of
 * @returns of how many organizations it told, and how many are no longer low
 */
export async function tellLowBalances(
  db: Db,
  { most = 200, signal }: { most?: number; signal?: AbortSignal } = {},
): Promise<{ told: number; ended: number }> {
  const ended = await forget(db)
  let told = 0
  for (const list of lists)
    for (let few = most; few === most && !signal?.aborted; told += few) few = await tellOf(db, list, most)
  return { told, ended }
}

/** Deletes the notes of organizations that are not low now. @returns how many */
const forget = (db: Db): Promise<number> =>
  db.transaction().execute(async (write) => {
    await oneAtATime(write)
    const { numAffectedRows } = await sql`
      delete from org_low_balance noted using org t, org_account account
      where t.id = noted.org_id and account.org_id = noted.org_id
        and not ${isLow()}`.execute(write)
    return Number(numAffectedRows)
  })

/**
 * Notes organizations of a list that are low and not noted, and sends their messages in the same transaction. One that is being
 * deleted is left out, because its note would wait for the deletion.
 */
const tellOf = (db: Db, { name, only }: List, most: number): Promise<number> =>
  db.transaction().execute(async (write) => {
    await oneAtATime(write)
    const { rows } = await sql<Low>`
      with low as (
        select t.id, t.name, t.salesman_id, account.balance_fen - account.held_fen as available_fen, t.alert_fen
        from org t join org_account account on account.org_id = t.id
        where ${isLowNow} and ${sql.join(only, sql` and `)}
          and not exists (select from org_low_balance noted where noted.org_id = t.id)
        order by t.id limit ${most} for key share of t skip locked
      ), noted as (insert into org_low_balance (org_id) select id from low)
      select id, name, salesman_id as "salesmanId", available_fen::float8 as "availableFen",
        alert_fen::float8 as "alertFen" from low`.execute(write.withoutPlugins())
    if (rows.length > 0) await tell(write, name, rows)
    return rows.length
  })

/** Runs on several instances take turns, so that each statement sees the notes of the run before. */
const oneAtATime = (db: Db) =>
  sql`select pg_advisory_xact_lock(hashtext('kabao org-low-balance'))`.execute(db)

const { title, text } = orgAlertWords.tree.low
const pages = { org: 'OrgList', orgUv: 'OrgUvList' } as const

/** Tells those who may edit the organizations of the list, and the salesman of each if the salesman may see them. */
async function tell(db: Db, list: List['name'], orgs: readonly Low[]): Promise<void> {
  const salesmen = orgs.flatMap(({ salesmanId }) => salesmanId ?? [])
  const editors = await holdersOf(db, `${list}:update`)
  const seeing = new Set(await holdersOf(db, `${list}:page`, salesmen))
  for (const { id, name, salesmanId, ...amounts } of orgs) {
    const values = { name, available: yuan(amounts.availableFen), alert: yuan(amounts.alertFen) }
    const filled = ([zh, en]: Words): Words => [fill(zh, values), fill(en, values)]
    await sendMessage(db, {
      to: salesmanId !== null && seeing.has(salesmanId) ? [...editors, salesmanId] : editors,
      kind: 'todo',
      about: 'lowBalance',
      messageType: 0,
      title: filled(title),
      content: filled(text),
      link: { name: pages[list], query: { open: id } },
    })
  }
}
