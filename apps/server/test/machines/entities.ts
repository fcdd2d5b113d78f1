import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { serverRoot } from '#platform/base/paths'
import type { AnyEntity } from '#platform/machines/entity'

const source = join(serverRoot, 'src')

/** The entities of every area that has a state machine: one, or several whose lists share a table. */
export async function findEntities(): Promise<AnyEntity[]> {
  const areaOf = (file: string) => basename(dirname(file))
  const files = globSync('*/areas/*/machine.ts', { cwd: source }).sort((a, b) =>
    areaOf(a) < areaOf(b) ? -1 : 1,
  )
  const found = await Promise.all(files.map((file) => import(join(source, file))))
  return found.flatMap(({ entity, entities }) => entities ?? [entity])
}
