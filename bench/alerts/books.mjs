import { join } from 'node:path'

/** Changes rows behind the service’s back, as a superuser whom no trigger stops. */
async function behindTheBack(pool, text) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    const { rows } = await client.query(text)
    await client.query('commit')
    return rows[0]
  } finally {
    client.release()
  }
}

let nth = 0
const backUp = ({ admin, folder }, place = folder) => admin('backup', join(place, `backup-${nth++}`))

export const booksFaults = [
  {
    alerts: ['KabaoLedgerNotWhole'],
    fault: 'somebody changes the amount of a transfer with SQL',
    mend: 'the row is as before, and the ledger is checked again',
    async cause({ pool, call, admin }) {
      const { id } = await behindTheBack(
        pool,
        'update transfer set amount_fen = amount_fen + 1 where id = (select max(id) from transfer) returning id',
      )
      await call('/job/run', { name: 'ledger-verify' })
      return async () => {
        await behindTheBack(
          pool,
          `update transfer set amount_fen = amount_fen - 1 where id = ${id} returning id`,
        )
        await admin('verify-ledger')
      }
    },
  },
  {
    alerts: ['KabaoLedgerUnchecked'],
    fault: 'the newest check is two days old',
    mend: '`npm run admin -- verify-ledger`',
    async cause({ query, admin }) {
      await query(`update ledger_check set finished_at = finished_at - interval '2 days'`)
      return () => admin('verify-ledger')
    },
  },
  {
    alerts: ['KabaoLedgerUnchecked'],
    fault: 'it was never checked',
    mend: 'the job `ledger-verify`, run by hand',
    async cause({ query, call }) {
      await query('delete from ledger_check')
      return () => call('/job/run', { name: 'ledger-verify' })
    },
  },
  {
    alerts: ['KabaoDifferencesOpen'],
    fault: 'the price of an accepted push is changed with SQL, and our own records are compared',
    mend: 'each is closed in the console',
    async cause({ pool, query, call }) {
      const { id, day } = await behindTheBack(
        pool,
        `update push_record set price_fen = price_fen + 1
         where id = (select max(id) from push_record where status = 'accepted') returning id, to_char(responded_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`,
      )
      await call('/reconcile/within', { day })
      return async () => {
        const { records } = await call('/difference/page', { status: 'open', size: 100 })
        for (const { id: difference, version } of records)
          await call(`/difference/${difference}/close`, { version, cause: 'ours', note: 'benchmark' })
        await query('update push_record set price_fen = price_fen - 1 where id = $1', [id])
      }
    },
  },
  {
    alerts: ['KabaoBackupOld'],
    fault: 'the newest backup is two days old',
    mend: '`npm run admin -- backup`',
    async cause(world) {
      await world.query(`update backup_run set started_at = started_at - interval '2 days'`)
      return () => backUp(world)
    },
  },
  {
    alerts: ['KabaoBackupOld'],
    fault: 'there was never a backup',
    mend: '`npm run admin -- backup`',
    async cause(world) {
      await world.query('delete from backup_run')
      return () => backUp(world)
    },
  },
  {
    alerts: ['KabaoBackupFailed'],
    fault: 'a backup fills the disk that it is written to',
    mend: 'there is room, and it is made again',
    beside: ['KabaoDiskFills'],
    async cause(world) {
      await world.filesDisk.fill()
      await backUp(world, world.filesDisk.path).catch(() => undefined)
      await world.filesDisk.free()
      return () => backUp(world)
    },
  },
]
