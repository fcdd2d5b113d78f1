import { regionName } from '@kabao/region'

/** The name of a region with those of the regions above it. */
export default function RegionName({ code }: { code: string }) {
  return regionName(code)
}
