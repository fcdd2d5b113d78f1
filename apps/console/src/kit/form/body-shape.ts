import type * as z from 'zod'

type Schema = z.core.$ZodType
type Wrapped = { innerType?: Schema; in?: Schema; shape?: Record<string, Schema>; element?: Schema }

/** The fields of an endpoint's body, even if the body as a whole is transformed afterwards. */
export function shapeOf(schema: Schema | undefined): Record<string, Schema> {
  if (!schema) return {}
  const { shape, innerType, in: before } = wrapped(schema)
  return shape ?? shapeOf(innerType ?? before)
}

/** The type of a field before defaults, options and transformations: `string`, `number`, `boolean`, `enum`, `array`. */
export function kindOf(schema: Schema): string {
  const { innerType, in: before } = wrapped(schema)
  const inner = innerType ?? before
  return inner ? kindOf(inner) : schema._zod.def.type
}

/** Whether the reader types the field's value; an id, an instant or a code is chosen, not typed. */
export function isTyped(schema: Schema): boolean {
  const { innerType, in: before } = wrapped(schema)
  const inner = innerType ?? before
  if (inner) return isTyped(inner)
  const { type, format, checks = [] } = schema._zod.def as z.core.$ZodTypeDef & { format?: string }
  return type === 'string' && !format && checks.every((check) => check._zod.def.check !== 'string_format')
}

/** The type of the entries of an array field. */
export function elementOf(schema: Schema): Schema | undefined {
  const { innerType, in: before, element } = wrapped(schema)
  if (element) return element
  const inner = innerType ?? before
  return inner && elementOf(inner)
}

/** Whether a body may omit the field, with no default for it. */
export const isLeftOut = (schema: Schema): boolean => schema._zod.def.type === 'optional'

const wrapped = (schema: Schema) => schema._zod.def as Wrapped
