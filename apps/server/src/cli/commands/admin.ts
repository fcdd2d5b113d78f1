import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { failureText, StartRefusal } from '#platform/base/refusal'
import { readConfig } from '#platform/config/config'
import type { Db } from '#platform/db/client'
import type { ListedAccount } from '../admin-shell/acts.ts'

const usage = `Usage: npm run admin -- list
       npm run admin -- create --username zhang [--name Zhang] --role admin [--role …] [--password-stdin]
       npm run admin -- reset-password --username zhang [--password-stdin]
       npm run admin -- unlock --username zhang
       npm run admin -- migrate
       npm run admin -- verify-ledger
       npm run admin -- rebuild-statistics [--from 2026-08-01] [--to 2026-08-31]
       npm run admin -- backup FILE              (or s3://bucket/name; needs BACKUP_KEY)
       npm run admin -- restore FILE [--jobs 4]  (into an empty database; needs BACKUP_KEY and DATA_KEY)
       npm run admin -- send-backup FILE s3://bucket/name
       npm run admin -- data-key                 (which data keys are needed, and how far the replacement of one is)
       npm run admin -- rotate-data-key          (begins to replace DATA_KEY_OLD by DATA_KEY)
       npm run admin -- new-data-key             (of an embedded database: makes the new key)
A password is made and printed once, unless it comes on standard input (--password-stdin) or in NEW_PASSWORD.`

/**
 * Manages accounts from the command line, for when nobody can sign in to the console, migrates the database, checks the ledger,
 * rebuilds the statistics, makes and restores backups, replaces the data key; the service may be running or not. An act loads only
 * what it needs, so a wrong argument is answered at once.
 */
async function run(): Promise<string> {
  const asked = readArguments()
  const { act, places, connections } = asked
  const [first = '', second = ''] = places
  const config = readConfig(process.env)
  if (act === 'migrate') return (await import('../admin-shell/migrate.ts')).migratedText(config)
  if (act === 'restore')
    return (await import('../admin-shell/backup.ts')).restoredText(config, first, connections)
  if (act === 'new-data-key') return (await import('../admin-shell/data-key.ts')).renewedText(config)
  if (act === 'send-backup') return (await import('../admin-shell/backup.ts')).sentText(config, first, second)
  const { openForCommand } = await import('../admin-shell/open.ts')
  const { pool, role, stop } = await openForCommand(config)
  try {
    // It is made before an upgrade too, so it changes no table.
    if (act === 'backup')
      return await (await import('../admin-shell/backup.ts')).backedUpText(pool, config, first)
    const { createDb } = await import('#platform/db/client')
    const { migrate } = await import('#platform/db/migrate')
    const db = createDb(pool)
    await migrate(db, { role })
    if (act === 'data-key')
      return await (await import('../admin-shell/data-key.ts')).dataKeyText(pool, config)
    if (act === 'rotate-data-key')
      return await (await import('../admin-shell/data-key.ts')).rotatedText(pool, config)
    if (act === 'verify-ledger') return await (await import('../admin-shell/ledger.ts')).verifiedText(pool)
    if (act === 'rebuild-statistics')
      return await (await import('../admin-shell/statistics.ts')).rebuiltText(pool, asked)
    return await withAccounts(db, asked)
  } finally {
    await stop()
  }
}

/** The acts on accounts. */
async function withAccounts(
  db: Db,
  { act, username, name, roles, isFromStdin }: ReturnType<typeof readArguments>,
): Promise<string> {
  const { createAccount, listAccounts, resetPassword, unlock } = await import('../admin-shell/acts.ts')
  const { readPassword } = await import('../admin-shell/password.ts')
  if (act === 'list') return table(await listAccounts(db))
  if (act === 'unlock') {
    await unlock(db, username)
    return `${username} may try to sign in again at once.`
  }
  const { password, isMade } = await readPassword(isFromStdin, process.env)
  if (act === 'create') await createAccount(db, { username, name: name || username, roles, password })
  else await resetPassword(db, username, password)
  const done =
    act === 'create'
      ? `${username} can sign in now`
      : `${username} has a new password, and is signed out everywhere`
  return isMade
    ? `${done}. The password, shown this once, to be changed at the first sign-in:\n${password}`
    : `${done}. The password must be changed at the first sign-in.`
}

const acts = [
  'list',
  'create',
  'reset-password',
  'unlock',
  'migrate',
  'verify-ledger',
  'rebuild-statistics',
  'backup',
  'restore',
  'send-backup',
  'data-key',
  'rotate-data-key',
  'new-data-key',
] as const
/** The acts that name an account. */
const onOne: readonly string[] = ['create', 'reset-password', 'unlock']
/** How many places the other acts name. */
const placesOf: Record<string, number> = { backup: 1, restore: 1, 'send-backup': 2 }

/** The most connections that a restore works with; each is busy on a core of the database. */
const mostJobs = 32

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      username: { type: 'string' },
      name: { type: 'string' },
      role: { type: 'string', multiple: true },
      'password-stdin': { type: 'boolean' },
      from: { type: 'string' },
      to: { type: 'string' },
      jobs: { type: 'string', default: String(Math.min(availableParallelism(), 8)) },
    },
  })
  const act = acts.find((each) => each === positionals[0])
  const places = positionals.slice(1)
  if (!act || places.length !== (placesOf[act] ?? 0) || (onOne.includes(act) && !values.username))
    throw new StartRefusal(usage)
  const connections = Number(values.jobs)
  if (!Number.isInteger(connections) || connections < 1 || connections > mostJobs)
    throw new StartRefusal(`--jobs is a number from 1 to ${mostJobs}.`)
  return {
    act,
    places,
    username: values.username?.trim() ?? '',
    name: values.name?.trim() ?? '',
    roles: values.role ?? [],
    isFromStdin: values['password-stdin'] ?? false,
    from: values.from,
    to: values.to,
    connections,
  }
}

function table(accounts: ListedAccount[]): string {
  const rows = accounts.map(({ username, name, status, roles, lastLoginAt }) => [
    username,
    name,
    status,
    roles || '-',
    lastLoginAt ?? 'never',
  ])
  return [['username', 'name', 'state', 'roles', 'last sign-in'], ...rows]
    .map((row) => row.join('\t'))
    .join('\n')
}

run().then(
  (said) => void process.stdout.write(`${said}\n`),
  (error: unknown) => {
    const isUsage = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
    const text = isUsage ? usage : failureText(error)
    process.stderr.write(`${text}\n`)
    process.exitCode = 1
  },
)
