import type { FileRule } from '#access/file-rule'
import { defineArea } from '../../area.ts'
import { adminRoutes } from './routes.ts'

/** Everyone who is signed in may see the pictures. */
const everybody: FileRule = async () => true

export default defineArea({
  name: 'admin',
  routes: () => [adminRoutes()],
  files: { avatar: everybody },
})
