import { defineArea } from '#platform/area'
import { cluePoolRoutes } from './routes.ts'

export default defineArea({ name: 'cluePool', routes: () => [cluePoolRoutes()] })
