import { defineArea } from '../../area.ts'
import { crmCenterRoutes } from './routes.ts'

export default defineArea({ name: 'crmCenter', routes: (services) => [crmCenterRoutes(services)] })
