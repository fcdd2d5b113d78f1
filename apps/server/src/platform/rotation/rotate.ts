import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import type { AnyListImport } from '../imports/list-import.ts'
import { countReading, resealCells, restageRows } from '../imports/waiting-rows.ts'
import { countBehind } from '../keys/key-holders.ts'
import { deriveKeys } from '../keys/key-ring.ts'
import { fingerprintKeyPurpose, formerIn, readKeys, type StoredKey, statesIn } from '../keys/key-state.ts'
import { resealColumn } from '../keys/reseal-column.ts'
import type { SealedColumn } from '../keys/sealed-column.ts'
import type { Vault } from '../keys/vault.ts'

export interface Rotation {
  db: Db
  vault: Vault
  /** The lists whose waiting rows are encrypted. */
  lists: readonly AnyListImport[]
  /** Every column with sealed values. */
  columns: readonly SealedColumn[]
  signal: AbortSignal
  progress(seen: number): void
  /** How long what was sealed before an instance followed may take to be written, in milliseconds. */
  graceMs: number
}

/**
 * Replaces the former data key step by step, from wherever it is, until the service runs without it. Every step can be killed and done
 * again, and runs beside the traffic.
 * @returns how many rows it looked at; null if no key is being replaced
 */
export async function continueRotation(run: Rotation): Promise<number | null> {
  let seen = 0
  for (let isFirst = true; ; isFirst = false) {
    const keys = await readKeys(run.db)
    const former = formerIn(keys)
    if (!former) return isFirst ? null : seen
    await untilFollowed(run, statesIn(keys))
    if (former.state === 'leaving') await move(run.db, former, 'closed')
    else if (former.state === 'closed') {
      await untilOlderEnded(run)
      const onRows = (rows: number) => {
        seen += rows
        run.progress(seen)
      }
      for (const column of run.columns) await resealColumn({ ...run, former, onRows }, column)
      await resealImports(run, former)
      await move(run.db, former, 'ending')
    } else await end(run, former)
  }
}

/** How often it is asked whether others are ready, in milliseconds. */
const lookMs = 1_000

/** Waits until every running instance follows these states, and what it had sealed before is written. */
async function untilFollowed(run: Rotation, states: string): Promise<void> {
  do {
    while ((await countBehind(run.db, states)) > 0) await sleep(lookMs, undefined, { signal: run.signal })
    await sleep(run.graceMs, undefined, { signal: run.signal })
  } while ((await countBehind(run.db, states)) > 0)
}

/** Waits for the transactions that may have written under the key before the database knew that it is closed. */
async function untilOlderEnded({ db, signal }: Rotation): Promise<void> {
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(db)
  const isOver = async () => {
    const { rows: found } = await sql<{ isOver: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) > ${rows[0]?.id}::xid8 as "isOver"`.execute(
      db.withoutPlugins(),
    )
    return found[0]?.isOver === true
  }
  while (!(await isOver())) await sleep(lookMs, undefined, { signal })
}

/** Rows of imports come from processes that read a file for minutes; the rows that come last are encrypted anew too. */
async function resealImports(run: Rotation, former: StoredKey): Promise<void> {
  for (;;) {
    const reading = await countReading(run.db, former.id)
    for (const list of run.lists) await restageRows(run.db, run.vault, list, null)
    while ((await resealCells(run.db, run.vault, former.mark)) > 0) run.signal.throwIfAborted()
    if (reading === 0) return
    await sleep(lookMs, undefined, { signal: run.signal })
  }
}

const move = (db: Db, { id, state }: StoredKey, to: StoredKey['state']) =>
  sql`update data_key set state = ${to} where id = ${id} and state = ${state}`.execute(db)

/** Forgets the fingerprints under the former key of values that are kept; for the others it keeps the key of its fingerprints. */
async function end(run: Rotation, former: StoredKey): Promise<void> {
  await clearBefore(run)
  for (const list of run.lists) await restageRows(run.db, run.vault, list, null)
  const held = run.vault.ring().others.find(({ mark }) => mark === former.mark)
  if (!held) throw new Error('This process lacks the key that is being replaced')
  const kept = run.vault.seal(deriveKeys(held.key).hashing.toString('base64'), fingerprintKeyPurpose)
  await sql`
    update data_key set state = 'gone', gone_at = now(), fingerprint_key_sealed = ${kept}
    where id = ${former.id} and state = 'ending'`.execute(run.db)
}

/** How many rows one statement changes. */
const most = 1_000

async function clearBefore({
  db,
  columns,
  signal,
}: Pick<Rotation, 'db' | 'columns' | 'signal'>): Promise<void> {
  for (const { table, key, fingerprint } of columns) {
    if (fingerprint?.before === undefined) continue
    const [rows, before, ids] = [
      sql.table(table),
      sql.ref(fingerprint.before),
      sql.join(key.map((name) => sql.ref(name))),
    ]
    let changed: bigint
    do {
      signal.throwIfAborted()
      const { numAffectedRows = 0n } = await sql`
        update ${rows} set ${before} = null where (${ids}) in (
          select ${ids} from ${rows} where ${before} is not null order by ${ids} limit ${most})`.execute(db)
      changed = numAffectedRows
    } while (changed > 0n)
  }
}
