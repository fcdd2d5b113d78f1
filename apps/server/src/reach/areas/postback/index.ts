import { postback } from '@kabao/contract/reach/postback'
import { defineArea } from '#platform/area'
import { againAct } from '../../deliveries.ts'
import { postbackRoutes } from './routes.ts'

export default defineArea({
  name: 'postback',
  routes: (services) => [postbackRoutes(services)],
  batches: [againAct('postback', postback.againMatching.body.shape.filter)],
})
