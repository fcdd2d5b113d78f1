import type * as z from 'zod'

/** The fields of an object. */
export type Shape = Readonly<Record<string, z.ZodType>>

/** The parts of Zod's schema definitions that the demo reads. */
interface Definition {
  type: string
  shape?: Shape
  element?: z.ZodType
  innerType?: z.ZodType
  options?: readonly z.ZodType[]
  entries?: Readonly<Record<string, string>>
  values?: readonly unknown[]
}

export const definitionOf = (schema: z.ZodType) => schema.def as unknown as Definition

const around = new Set(['optional', 'nullable', 'default'])

/** A schema without its optional, default and nullable wrappers. */
export function bare(schema: z.ZodType): z.ZodType {
  const { type, innerType } = definitionOf(schema)
  return innerType && around.has(type) ? bare(innerType) : schema
}

/** Whether the schema accepts null. */
export function isNullable(schema: z.ZodType): boolean {
  const { type, innerType } = definitionOf(schema)
  return type === 'nullable' || (innerType !== undefined && around.has(type) && isNullable(innerType))
}

/** The fields of an object schema; null for other schemas. */
export const shapeOf = (schema: z.ZodType | undefined): Shape | null =>
  (schema && definitionOf(bare(schema)).shape) ?? null

/** The values of an enum; none for other schemas. */
export const choicesOf = (schema: z.ZodType | undefined): readonly string[] =>
  schema ? Object.values(definitionOf(bare(schema)).entries ?? {}) : []
