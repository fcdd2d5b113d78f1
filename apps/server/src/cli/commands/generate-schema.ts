import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@kabao/postgres'
import { serverRoot } from '#platform/base/paths'
import { openDb, openPool } from '#platform/db/client'
import { describeSchema } from '#platform/db/describe-schema'
import { migrate } from '#platform/db/migrate'

/** `npm run schema`: migrates a throwaway database and writes what it has to `src/platform/db/schema.ts`. */
const dataDir = await mkdtemp(join(tmpdir(), 'kabao-schema-'))
const postgres = await startPostgres({ dataDir, database: 'kabao', durable: false })
const pool = openPool(postgres.connection)
await migrate(openDb(pool))
await writeFile(join(serverRoot, 'src/platform/db/schema.ts'), await describeSchema(pool))
await pool.end()
await postgres.stop()
await rm(dataDir, { recursive: true, force: true })
