/** JSON with `"NaN"` for the value of a field whose text is no number: as null, the service would take it for an empty field. */
export const asJson = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (Number.isNaN(each) ? 'NaN' : each))
