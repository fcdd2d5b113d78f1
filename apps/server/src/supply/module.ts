import { defineModule } from '#platform/module'
import * as areas from './areas/index.ts'

export default defineModule({
  name: 'supply',
  areas: Object.values(areas),
})
