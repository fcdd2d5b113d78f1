import { webhook } from '@kabao/contract/reach/webhook'
import { defineArea } from '#platform/area'
import { againAct } from '../../deliveries.ts'
import { webhookRoutes } from './routes.ts'

export default defineArea({
  name: 'webhook',
  routes: (services) => [webhookRoutes(services)],
  batches: [againAct('webhook', webhook.againMatching.body.shape.filter)],
})
