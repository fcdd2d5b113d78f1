/** The values that a stored entry has for the fields of a form. @param blank the values of a new entry, one for each field */
export const valuesOf = <D extends object>(blank: D, entry: object): D =>
  Object.fromEntries(Object.keys(blank).map((key) => [key, entry[key as keyof object]])) as D
