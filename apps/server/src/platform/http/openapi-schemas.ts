import type { Endpoint } from '@kabao/contract'
import { isInstant } from '@kabao/contract/kernel/kernel'
import * as z from 'zod'

/** A JSON schema, or a reference to one. */
export type JsonSchema = Record<string, unknown>

/** The schemas of a document: every named one once, and the reference or schema for each input and output of an endpoint. */
export interface Schemas {
  components: Record<string, JsonSchema>
  /** @param schema a body or a parameter of an endpoint in the document */
  taken(schema: z.core.$ZodType): JsonSchema
  /** @param schema the response of an endpoint in the document */
  given(schema: z.core.$ZodType): JsonSchema
}

/**
 * Turns the inputs and outputs of endpoints into JSON schemas. A schema that the contract registered under an id has that name;
 * a body, a response, a row and a filter are named after the first endpoint that has them, a page after its row.
 * @param of.parameters schemas of parameters that no endpoint declares itself
 * @param of.webhooks what the service sends to others: `accepted` has the schema `AcceptedWebhook`
 * @param of.describe the description of a field, by its schema
 * @throws Error if a schema contains itself and has no name, or if two schemas have the same name
 */
export function schemasOf({
  endpoints,
  parameters = [],
  webhooks = [],
  describe = () => undefined,
}: {
  endpoints: readonly Endpoint[]
  parameters?: readonly z.core.$ZodType[]
  webhooks?: readonly { name: string; body: z.ZodType }[]
  describe?: Describe
}): Schemas {
  const output = sideOf('output', describe, (add) => {
    for (const { name, area, answer } of endpoints) {
      const row = rowOf(answer)
      if (row) {
        const rowName = name === `${area}.page` ? `${pascal(area)}Row` : `${pascal(name)}Row`
        add(row, rowName)
        add(answer, `${z.globalRegistry.get(row)?.id ?? rowName}Page`)
      }
      if (answer instanceof z.ZodArray) add(answer.element, `${pascal(name)}Item`)
      add(answer, `${pascal(name)}Answer`)
    }
    for (const { name, body } of webhooks) add(body, `${pascal(name)}Webhook`)
  })
  const input = sideOf('input', describe, (add) => {
    for (const schema of parameters) add(schema)
    for (const { name, area, params, body, query } of endpoints) {
      for (const parameter of Object.values(params ?? {})) add(parameter)
      for (const parameter of Object.values(query?.shape ?? {})) add(parameter)
      if (body instanceof z.ZodObject && body.shape.filter) add(body.shape.filter, `${pascal(area)}Filter`)
      if (body) add(body, `${pascal(name)}Body`)
    }
  })
  for (const [name, schema] of Object.entries(input.components)) {
    const given = output.components[name]
    if (given && JSON.stringify(given) !== JSON.stringify(schema))
      throw new Error(`${name} has different schemas as an input and as an output`)
  }
  const components = Object.entries({ ...output.components, ...input.components })
  return {
    components: Object.fromEntries(components.sort(([a], [b]) => (a < b ? -1 : 1))),
    taken: input.schemaOf,
    given: output.schemaOf,
  }
}

/** Adds a schema to the document. @param name its name, unless the contract registered another */
type Add = (schema: z.core.$ZodType, name?: string) => void

/** The description of a field, by its schema; undefined if it has none. */
type Describe = (schema: z.core.$ZodType) => string | undefined

/** The schemas of one direction: in input, a field with a default may be left out; in output, it is always present. */
function sideOf(io: 'input' | 'output', describe: Describe, collect: (add: Add) => void) {
  const registry = z.registry<{ id: string }>()
  const ids = new Map<z.core.$ZodType, string>()
  collect((schema, name) => {
    if (ids.has(schema)) return
    const known = z.globalRegistry.get(schema)?.id ?? (hasName(schema) ? name : undefined)
    const id = known ?? `${nameless}${ids.size}`
    if ([...ids.values()].includes(id)) throw new Error(`Two schemas have the name ${id}`)
    ids.set(schema, id)
    // A schema without a name is wrapped, because Zod would otherwise write references to it instead of its content.
    registry.add(known ? schema : z.array(schema), { id })
  })
  const made = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    uri: (id) => (id === shared ? '' : refTo(id)),
    override: ({ jsonSchema, zodSchema }) => {
      delete jsonSchema.id
      const description = describe(zodSchema)
      if (description) jsonSchema.description = description
      if (isInstant(zodSchema)) jsonSchema.format = 'date-time'
      // The range of whole numbers that JSON can hold exactly.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      // Later versions may add fields to a response; only an input with an unknown field is refused.
      if (io === 'output' && jsonSchema.additionalProperties === false && !isStrict(zodSchema))
        delete jsonSchema.additionalProperties
    },
  })
  const { [shared]: rest, ...own } = made.schemas as Record<string, JsonSchema>
  const nested = Object.entries((rest?.$defs ?? {}) as Record<string, JsonSchema>)
  for (const [name, schema] of nested) {
    if (name in own) throw new Error(`Two schemas have the name ${name}`)
    if (/^schema\d+$/.test(name))
      throw new Error(`A schema that contains itself has no name: ${JSON.stringify(schema)}`)
  }
  const all = new Map([...Object.entries(own), ...nested].map(([name, schema]) => [name, tidied(schema)]))
  return {
    components: Object.fromEntries([...all].filter(([name]) => !name.startsWith(nameless))),
    schemaOf(schema: z.core.$ZodType): JsonSchema {
      const id = ids.get(schema)
      if (id === undefined) throw new Error('No endpoint of the document has this schema')
      return id.startsWith(nameless) ? (all.get(id)?.items as JsonSchema) : { $ref: refTo(id) }
    },
  }
}

export const refTo = (name: string): string => `#/components/schemas/${name}`

/** Zod's name for named schemas that are in no registry of ours. */
const shared = '__shared'
/** A temporary name for schemas without a name; no real name begins with it. */
const nameless = '-'

/** A list, a text or a flag needs no name. */
const hasName = (schema: z.core.$ZodType) =>
  ['object', 'union', 'intersection', 'pipe'].includes(schema._zod.def.type)

/** The row schema that `pageAnswer` was called with. */
const rowOf = (answer: z.ZodType) =>
  answer instanceof z.ZodObject && answer.shape.records instanceof z.ZodArray
    ? answer.shape.records.element
    : null

/** `savedView.list` → `SavedViewList`. */
const pascal = (name: string) => name.replace(/(?:^|\W)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Removes what only a separate file needs, and makes references point into the document. */
function tidied({ $schema: _schema, $id: _id, ...schema }: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' && typeof value === 'string' ? value.replace(/^#\/\$defs\//, refTo('')) : value,
  )
}

/** Whether an object refuses unknown fields; what is optional is written as what it holds. */
function isStrict(schema: z.core.$ZodType): boolean {
  const def = schema._zod.def as z.core.$ZodTypeDef & { catchall?: unknown; innerType?: z.core.$ZodType }
  return def.type === 'optional' && def.innerType
    ? isStrict(def.innerType)
    : def.type === 'object' && def.catchall !== undefined
}
