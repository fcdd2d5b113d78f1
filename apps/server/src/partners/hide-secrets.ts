/** A shorter secret is not looked for, because it would be found in other words. */
const shortestSecret = 4

/** Replaces the values of secrets in a text, as they are and as a form, an address or JSON writes them. */
export function hidingSecrets(values: readonly string[]): (text: string) => string {
  const written = values
    .flatMap((value) => [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)])
    .filter((value) => value.length >= shortestSecret)
    .toSorted((a, b) => b.length - a.length)
  return (text) => written.reduce((left, value) => left.replaceAll(value, '••••'), text)
}
