import { regionName } from '@kabao/region'
import type { ReactNode } from 'react'

/** The name of a region with those of the regions above it. @param props.children another way to show it */
export default function RegionName({
  code,
  children = (name) => name,
}: {
  code: string
  children?: (name: string) => ReactNode
}) {
  return children(regionName(code))
}
