import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@kabao/postgres'
import { openDb, openPool } from '#db/client'
import { describeSchema } from '#db/describe-schema'
import { migrate } from '#db/migrate'
import { serverRoot } from '../paths.ts'

/** `npm run schema`: migrates a throwaway database and writes what it has to `src/db/schema.ts`. */
const dataDir = await mkdtemp(join(tmpdir(), 'kabao-schema-'))
const postgres = await startPostgres({ dataDir, database: 'kabao', durable: false })
const pool = openPool(postgres.connection)
await migrate(openDb(pool))
await writeFile(join(serverRoot, 'src/db/schema.ts'), await describeSchema(pool))
await pool.end()
await postgres.stop()
await rm(dataDir, { recursive: true, force: true })
