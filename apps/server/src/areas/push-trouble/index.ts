import { defineArea } from '../../area.ts'
import { pushTroubleRoutes } from './routes.ts'

export default defineArea({ name: 'pushTrouble', routes: () => [pushTroubleRoutes()] })
