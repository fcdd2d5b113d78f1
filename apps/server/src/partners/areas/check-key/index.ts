import { defineArea } from '#platform/area'
import { checkKeyRoutes } from './routes.ts'

export default defineArea({ name: 'checkKey', routes: (services) => [checkKeyRoutes(services)] })
