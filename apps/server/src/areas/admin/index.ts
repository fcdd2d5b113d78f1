import type { FileRule } from '#access/file-rule'
import { defineArea } from '../../area.ts'
import { adminRoutes } from './routes.ts'

/** A picture is nobody's secret: whoever signed in sees it. */
const everybody: FileRule = async () => true

export default defineArea({
  name: 'admin',
  routes: () => [adminRoutes()],
  files: { avatar: everybody },
})
