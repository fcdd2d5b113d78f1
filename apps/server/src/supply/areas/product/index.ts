import { defineArea } from '../../area.ts'
import type { AnyListImport } from '../../imports/list-import.ts'
import { importRoutes } from '../../imports/routes.ts'
import { machineBatches } from '../../machines/batches.ts'
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
