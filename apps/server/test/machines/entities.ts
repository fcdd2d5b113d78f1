import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyEntity } from '../../src/machines/entity.ts'
import { repositoryRoot } from '../../src/paths.ts'

const areas = join(repositoryRoot, 'apps/server/src/areas')

/** The entities of every area that has a state machine: one, or several whose lists share a table. */
export async function findEntities(): Promise<AnyEntity[]> {
  const files = readdirSync(areas).map((area) => join(areas, area, 'machine.ts'))
  const found = await Promise.all(files.filter((file) => existsSync(file)).map((file) => import(file)))
  return found.flatMap(({ entity, entities }) => entities ?? [entity])
}
