import type { Area } from '#platform/area'
import * as list from './area-list.ts'

/** Every area of the service. */
export const areas: readonly Area[] = Object.values(list)
