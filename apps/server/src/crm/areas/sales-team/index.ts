import { defineArea } from '#platform/area'
import { salesTeamRoutes } from './routes.ts'

export default defineArea({ name: 'salesTeam', routes: () => [salesTeamRoutes()] })
