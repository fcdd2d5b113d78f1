import { citiesAround } from '@kabao/region'

/** Whether an empty list, or one with the city of this region or a city in it. */
export const receives = (cityCodes: readonly string[], region: string): boolean => {
  const cities = citiesAround(region)
  return cityCodes.length === 0 || cityCodes.some((city) => cities.includes(city))
}
