import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serverRoot } from '#platform/base/paths'
import { describeSchema } from '#platform/db/describe-schema'
import { startApp } from './harness.ts'

const app = startApp()

test('schema.ts matches the migrated database', async () => {
  expect(await readFile(join(serverRoot, 'src/platform/db/schema.ts'), 'utf8')).toBe(
    await describeSchema(app.pool),
  )
})
