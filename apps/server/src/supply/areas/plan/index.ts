import { defineArea } from '#platform/area'
import { machineBatches } from '#platform/machines/batches'
import { planDays } from './days-job.ts'
import { planExportOf } from './export.ts'
import { lists } from './lists.ts'
import { entities } from './machine.ts'
import { planRoutes } from './routes.ts'
import { simulationJob } from './simulation/job.ts'

export default defineArea({
  name: 'plan',
  routes: (services) => lists.map((list) => planRoutes(services, list)),
  exports: lists.map(planExportOf),
  batches: entities.flatMap((entity) => Object.values(machineBatches(entity))),
  entities,
  jobs: [planDays, simulationJob],
})
