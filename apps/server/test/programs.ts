import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { serverRoot } from '#platform/base/paths'
import { readers } from '../readers.ts'
import { bundle } from './bundle.ts'

const programs = {
  main: 'src/boot/main.ts',
  admin: 'src/cli/commands/admin.ts',
  ...readers,
}

/**
 * Builds the service, its command for operators and its readers as they are released, once for all tests: started from the source, each
 * process would load for seconds. The folder is inside the server's, so that imports and files are found.
 */
export async function buildPrograms(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = join(serverRoot, 'node_modules/.cache/test', randomUUID())
  await bundle(folder, programs)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
