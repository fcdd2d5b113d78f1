import { mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, give } from './account.ts'
import type { Binaries } from './binaries.ts'
import { superuser } from './cluster.ts'
import { type DataFolder, unfinished } from './data-folder.ts'
import { PostgresError } from './errors.ts'
import { pgdata } from './pgdata.ts'
import { run } from './run.ts'

/**
 * Makes the cluster in a temporary folder and moves it into place by a rename, so that an interrupted start leaves nothing that
 * the next one would take for a database.
 */
export async function createCluster(
  folder: DataFolder,
  binaries: Binaries,
  account: Account,
  durable: boolean,
): Promise<void> {
  await removeUnfinished(folder)
  const draft = await mkdtemp(join(folder.path, unfinished))
  try {
    await give(draft, account)
    await initialise(draft, binaries, account, durable)
    await trustTheSocketOnly(draft)
    await rename(draft, folder.cluster)
    if (durable) await synced(folder.path)
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined)
    throw error
  }
}

/** An initdb whose starter was killed may still be writing; what cannot be deleted now is deleted the next time. */
async function removeUnfinished(folder: DataFolder): Promise<void> {
  const names = (await readdir(folder.path)).filter((name) => name.startsWith(unfinished))
  await Promise.all(
    names.map((name) => rm(join(folder.path, name), { recursive: true, force: true }).catch(() => undefined)),
  )
}

async function initialise(
  draft: string,
  binaries: Binaries,
  account: Account,
  durable: boolean,
): Promise<void> {
  const args = [
    `--pgdata=${pgdata(draft, account, binaries)}`,
    `--username=${superuser}`,
    '--encoding=UTF8',
    '--auth=trust',
    '--data-checksums',
    ...(durable ? [] : ['--no-sync']),
  ]
  let output = ''
  for (const locale of localesOf(binaries.major)) {
    const outcome = await run(join(binaries.bin, 'initdb'), [...args, ...locale], { cwd: draft, account })
    if (outcome.ok) return
    output = outcome.output
    if (!/invalid locale/.test(output)) break
  }
  if (/could not (access|change) (directory|permissions).*Permission denied/.test(output))
    throw new PostgresError(
      `The database's user ${account.uid} cannot reach ${draft}: keep the data below folders that are open to it.`,
    )
  const reason = /(?:error|FATAL|PANIC|HINT): .*/.exec(output)?.[0] ?? output.trim().split('\n').at(-1)
  throw new PostgresError(`The database in ${draft} could not be initialised: ${reason}`)
}

/**
 * From 17 on PostgreSQL has its own C.UTF-8, equal on every machine; the C library's locale is then only C, which every machine
 * has. Earlier versions use the C library's C.UTF-8 if there is one.
 */
const localesOf = (major: number) =>
  major >= 17
    ? [['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']]
    : [['--locale=C.UTF-8'], ['--locale=C']]

/** The socket's folder is open to the database's own account only, so a connection needs no further proof. */
const trustTheSocketOnly = (draft: string) => writeFile(join(draft, 'pg_hba.conf'), 'local all all trust\n')

async function synced(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
