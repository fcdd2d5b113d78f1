import './lib/node-version.mjs'
import { refuseFaults } from './lib/audit.mjs'
import { main } from './lib/run.mjs'

await main(refuseFaults)
