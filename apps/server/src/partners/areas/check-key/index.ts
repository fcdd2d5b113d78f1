import { defineArea } from '../../area.ts'
import { checkKeyRoutes } from './routes.ts'

export default defineArea({ name: 'checkKey', routes: (services) => [checkKeyRoutes(services)] })
