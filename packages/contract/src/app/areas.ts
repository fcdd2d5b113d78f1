import type { Endpoint } from '../kernel/kernel.ts'
import { reportAreas } from '../statistics/report/reports.ts'
import * as list from './area-list.ts'

/** Every area of the service: its endpoints must be handled by the server, and are in the API document. */
export const areas = { ...list, ...reportAreas } as const

export const endpoints: readonly Endpoint[] = Object.values(areas).flatMap(
  (area) => Object.values(area) as Endpoint[],
)

/** The permission points of an area, each once, in the order of its endpoints. */
export const pointsOf = (area: string): string[] => [
  ...new Set(
    endpoints.flatMap((endpoint) => (endpoint.area === area && endpoint.point ? [endpoint.point] : [])),
  ),
]

/** The permission points of which any lets its holder read something of an area. */
export const readPointsOf = (area: string): readonly string[] => readPoints.get(area) ?? []
const readPoints = new Map<string, string[]>()
for (const { area, kind, point } of endpoints)
  if (kind === 'read' && point !== null) readPoints.set(area, [...(readPoints.get(area) ?? []), point])

/** Every permission point of the service. */
export const allPoints = (): string[] => [...new Set(endpoints.flatMap((endpoint) => endpoint.point ?? []))]
