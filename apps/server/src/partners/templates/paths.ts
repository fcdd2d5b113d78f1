import { JSONPathEnvironment, type JSONPathQuery, type JSONValue, jsonpath } from 'json-p3'
import type { Value } from './read-json.ts'

const environment = new JSONPathEnvironment()
// Functions include regular expressions, whose time is not bounded.
environment.functionRegister.clear()

const { selectors: kinds, expressions } = jsonpath

/** The maximum number of values that a path may find; more are cut off. */
const mostFound = 100

/** A path into a reply, such as `$.data.code`, `$.list[0].id` or `$.items[?@.key=="price"].value`. */
export interface Path {
  /** Whether it finds at most one value. */
  isSingle: boolean
  find(value: Value): Value[]
}

/**
 * Compiles a JSONPath (RFC 9535), or null if it is wrong or not allowed: only names, indexes, at most one `*` and at most one filter
 * of comparisons, so that the time is linear in the reply. `..` is not allowed: two of them took seconds on a small reply.
 */
export function pathOf(text: string): Path | null {
  let query: JSONPathQuery
  try {
    query = environment.compile(text)
  } catch {
    return null
  }
  let stars = 0
  let filters = 0
  for (const segment of query.segments) {
    if (isDescendant(segment) || segment.selectors.length !== 1) return null
    const [selector] = segment.selectors
    if (isSimple(selector)) continue
    if (selector instanceof kinds.WildcardSelector) stars++
    else if (selector instanceof kinds.FilterSelector && isBounded(selector.expression)) filters++
    else return null
  }
  if (stars > 1 || filters > 1) return null
  return {
    isSingle: stars + filters === 0,
    find: (value) =>
      query
        .query(value as JSONValue)
        .values()
        .slice(0, mostFound) as Value[],
  }
}

/** The library does not export the classes of segments. */
const isDescendant = (segment: { toString(): string }) => segment.toString().startsWith('..')

const isSimple = (selector: unknown) =>
  selector instanceof kinds.NameSelector || selector instanceof kinds.IndexSelector

/** A filter of comparisons of paths by names and indexes with values, joined by `&&`, `||` and `!`. */
function isBounded(expression: unknown): boolean {
  if (expression instanceof expressions.LogicalExpression) return isBounded(expression.expression)
  if (expression instanceof expressions.InfixExpression)
    return isBounded(expression.left) && isBounded(expression.right)
  if (expression instanceof expressions.PrefixExpression) return isBounded(expression.right)
  if (expression instanceof expressions.FilterExpressionLiteral) return true
  if (!(expression instanceof expressions.RelativeQuery)) return false
  return expression.path.segments.every(
    (segment) =>
      !isDescendant(segment) && segment.selectors.length === 1 && segment.selectors.every(isSimple),
  )
}
