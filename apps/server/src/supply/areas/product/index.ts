import { defineArea } from '#platform/area'
import type { AnyListImport } from '#platform/imports/list-import'
import { importRoutes } from '#platform/imports/routes'
import { machineBatches } from '#platform/machines/batches'
import { seesCover } from './cover.ts'
import { productExportOf } from './export.ts'
import { productListImport, productUvListImport } from './import/list.ts'
import { lists } from './lists.ts'
import { entities } from './machine.ts'
import { productRoutes } from './routes.ts'

const imports: readonly AnyListImport[] = [productListImport, productUvListImport]

export default defineArea({
  name: 'product',
  routes: (services) => [
    ...lists.map((list) => productRoutes(services, list)),
    ...imports.map((list) => importRoutes(services, list)),
  ],
  exports: lists.map(productExportOf),
  batches: entities.flatMap((entity) => Object.values(machineBatches(entity))),
  entities,
  files: { cover: seesCover },
  imports,
})
