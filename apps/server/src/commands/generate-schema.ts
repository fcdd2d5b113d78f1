import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPool } from '#db/client'
import { describeSchema } from '#db/describe-schema'
import { serverRoot } from '../paths.ts'

/** `npm run schema`: writes `src/db/schema.ts` from a migrated database. */
const pool = openPool({ connectionString: process.env.DATABASE_URL })
await writeFile(join(serverRoot, 'src/db/schema.ts'), await describeSchema(pool))
await pool.end()
