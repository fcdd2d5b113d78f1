import { rmSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct } from './own-product.ts'

/**
 * Builds the product and fills the data folder that every worker starts on a copy of; answers how to remove all of it.
 * Where `E2E_BASE_URL` and `E2E_DATA_DIR` name a product that runs already there is nothing to do.
 */
export default async function fillTemplate() {
  if (process.env.E2E_BASE_URL) return
  const folder = await mkdtemp(join(tmpdir(), 'kabao-e2e-'))
  // As root the embedded PostgreSQL runs as somebody else, who must get through to its data.
  await chmod(folder, 0o755)
  const discard = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  // For a run that is interrupted before it has a teardown.
  process.once('exit', discard)
  const dataDir = join(folder, 'template')
  const product = await startProduct({ program: 'scripts/start.mjs', dataDir, log: 'product-template' })
  const code = await product.end()
  if (code !== 0)
    throw new Error(`The product did not end in order (exit code ${code}): its data may not be whole.`)
  process.env.E2E_TEMPLATE = dataDir
  return () => {
    process.off('exit', discard)
    discard()
  }
}
