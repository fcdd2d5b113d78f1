/** Whether an empty list, or one with a city of this province, this city or the city of this district. */
export const receives = (cityCodes: readonly string[], region: string): boolean => {
  const city = region.endsWith('0000') ? region.slice(0, 2) : `${region.slice(0, 4)}00`
  return cityCodes.length === 0 || cityCodes.some((each) => each.startsWith(city))
}
