import { defineArea } from '#platform/area'
import type { FileRule } from '#platform/callers/file-rule'
import { adminRoutes } from './routes.ts'

/** Everyone who is signed in may see the pictures. */
const everybody: FileRule = async () => true

export default defineArea({
  name: 'admin',
  routes: () => [adminRoutes()],
  files: { avatar: everybody },
})
