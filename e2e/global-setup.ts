import { rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { memoryFolder } from '../scripts/lib/memory-folder.mjs'
import { startProduct } from './own-product.ts'

/**
 * Builds the product and fills the data folder that every worker copies. Returns a function that removes all of it.
 * Does nothing if `E2E_BASE_URL` and `E2E_DATA_DIR` name a running product.
 */
export default async function fillTemplate() {
  if (process.env.E2E_BASE_URL) return
  const folder = await memoryFolder('kabao-e2e-')
  // As root, the embedded PostgreSQL runs as another user, who must be able to reach its data.
  await chmod(folder, 0o755)
  const discard = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  // Cleans up if the run is interrupted before its teardown is registered.
  process.once('exit', discard)
  const dataDir = join(folder, 'template')
  const product = await startProduct({ program: 'scripts/start.mjs', dataDir, log: 'product-template' })
  const code = await product.end()
  if (code !== 0)
    throw new Error(`The product stopped with exit code ${code}, so its data may be incomplete.`)
  process.env.E2E_TEMPLATE = dataDir
  return () => {
    process.off('exit', discard)
    discard()
  }
}
