import type { NumberBounds } from '@kabao/contract/kernel/number-text'
import type * as z from 'zod'

type Wrapped = { innerType?: z.core.$ZodType; in?: z.core.$ZodType }
type Bound = { check: string; value?: unknown }

/** The bounds of a number, as its schema has them; of another field none. Apart from `shape.ts`, which lists load too. */
export function boundsOf(schema: z.core.$ZodType | undefined): NumberBounds {
  if (!schema) return {}
  const { innerType, in: before } = schema._zod.def as Wrapped
  const inner = innerType ?? before
  if (inner) return boundsOf(inner)
  const { type, checks = [] } = schema._zod.def as z.core.$ZodTypeDef & { checks?: z.core.$ZodCheck[] }
  if (type !== 'number') return {}
  const bounds = checks.map((check) => check._zod.def as Bound)
  const of = (name: string) => bounds.flatMap(({ check, value }) => (check === name ? [Number(value)] : []))
  const [min, max] = [Math.max(...of('greater_than')), Math.min(...of('less_than'))]
  return { ...(Number.isFinite(min) && { min }), ...(Number.isFinite(max) && { max }) }
}
