import { defineArea } from '#platform/area'
import { crmCenterRoutes } from './routes.ts'

export default defineArea({ name: 'crmCenter', routes: (services) => [crmCenterRoutes(services)] })
