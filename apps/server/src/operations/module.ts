import { defineModule } from '#platform/module'
import * as areas from './areas/index.ts'

export default defineModule({
  name: 'operations',
  tables: ['saved_view'],
  areas: Object.values(areas),
})
