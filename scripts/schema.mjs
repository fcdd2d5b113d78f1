import './lib/node-version.mjs'
import { install } from './lib/install.mjs'
import { main } from './lib/run.mjs'

/** Writes the types of the database again, after a new migration: `npm run schema`. */
await main(install)
await import('../apps/server/src/cli/commands/generate-schema.ts')
