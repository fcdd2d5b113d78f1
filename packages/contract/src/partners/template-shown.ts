import * as z from 'zod'

/** What the editors of templates show: what is wrong with a template, and the request that it makes. */

export const shownProblem = z.object({
  /** `stages.submit.body` */
  path: z.string(),
  /** The place in the text at `path`, both from 1; null if it is not a text. */
  line: z.int().nullable(),
  column: z.int().nullable(),
  code: z.string(),
  words: z.tuple([z.string(), z.string()]).readonly(),
  /** A super administrator may save it in spite of this, with a reason. */
  overridable: z.boolean(),
})
shownProblem.register(z.globalRegistry, { id: 'TemplateProblem' })
export type ShownProblem = z.output<typeof shownProblem>

/** A request with masked personal fields, and with stand-ins for the secrets. */
export const shownRequest = z.object({
  method: z.enum(['GET', 'POST', 'PUT']),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().nullable(),
  /** The body before it was sealed. */
  plain: z.string(),
})
shownRequest.register(z.globalRegistry, { id: 'TemplateRequest' })
export type ShownRequest = z.output<typeof shownRequest>
