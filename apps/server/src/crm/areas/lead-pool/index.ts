import { defineArea } from '#platform/area'
import { leadPoolRoutes } from './routes.ts'

export default defineArea({ name: 'leadPool', routes: () => [leadPoolRoutes()] })
