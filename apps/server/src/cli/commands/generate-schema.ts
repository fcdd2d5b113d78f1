import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@kabao/postgres'
import { ownerOfTable } from '#boot/registry'
import { repositoryRoot, serverRoot } from '#platform/base/paths'
import { withTable } from '#platform/config/config'
import { createDb, createPool } from '#platform/db/client'
import { describeSchema } from '#platform/db/describe-schema'
import { describeSql } from '#platform/db/describe-sql'
import { migrate } from '#platform/db/migrate'

/**
 * `npm run schema`: migrates a throwaway database and writes what it has to `schema.ts` and
 * `schema.sql` in `src/platform/db/`, and the table of the variables to `docs/configuration.md`.
 */
const dataDir = await mkdtemp(join(tmpdir(), 'kabao-schema-'))
const postgres = await startPostgres({ dataDir, database: 'kabao', durable: false })
const pool = createPool(postgres.connection)
await migrate(createDb(pool))
const folder = join(serverRoot, 'src/platform/db')
await writeFile(join(folder, 'schema.ts'), await describeSchema(pool))
await writeFile(join(folder, 'schema.sql'), await describeSql(pool, ownerOfTable))
const document = join(repositoryRoot, 'docs/configuration.md')
await writeFile(document, withTable(await readFile(document, 'utf8')))
await pool.end()
await postgres.stop()
await rm(dataDir, { recursive: true, force: true })
