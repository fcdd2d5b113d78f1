import { defineArea } from '../../area.ts'
import { cluePoolRoutes } from './routes.ts'

export default defineArea({ name: 'cluePool', routes: () => [cluePoolRoutes()] })
