import { defineArea } from '../../area.ts'
import { salesTeamRoutes } from './routes.ts'

export default defineArea({ name: 'salesTeam', routes: () => [salesTeamRoutes()] })
