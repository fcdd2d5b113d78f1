import { type TemplateFilterName, templateFilters } from '@kabao/contract/partners/template-filters'
import {
  AssignTag,
  CaseTag,
  Context,
  type Emitter,
  ForTag,
  IfTag,
  Liquid,
  LiquidError,
  type Token,
  toValueSync,
  UnlessTag,
} from 'liquidjs'
import { analyze, type Names } from './analyze.ts'
import { BoundedEmitter, type Mode, Written } from './emitter.ts'
import { TemplateFailure } from './failure.ts'
import { type FilterEnvironment, runFilter } from './filters.ts'

/** What a text sees: the fields, the secrets and the results; objects without prototypes. */
export type Scope = Readonly<Record<string, unknown>>

/** How many filters one text may run, in ordinary filters. */
const mostCost = 2_000

/** The last resort, in milliseconds: everything is bounded before it, so it is reached only on a machine that stands still. */
const longestMs = 2_000

/** The environment of the filters, in the scope under a key that no text can name. */
const environmentKey = Symbol('environment')

const engine = openEngine()

/** The library with our filters only, five tags, and no files. */
function openEngine(): Liquid {
  const opened = new Liquid({
    templates: {},
    ownPropertyOnly: true,
    strictFilters: true,
    dynamicPartials: false,
    parseLimit: 64 * 1024,
    renderLimit: longestMs,
    outputEscape: ((value: unknown) => new Written(value)) as unknown as (value: unknown) => string,
  })
  for (const name of Object.keys(opened.filters)) opened.unregisterFilter(name)
  for (const name of Object.keys(opened.tags)) delete opened.tags[name]
  const tags = { assign: AssignTag, if: IfTag, unless: UnlessTag, case: CaseTag, for: ForTag }
  for (const [name, tag] of Object.entries(tags)) opened.registerTag(name, tag)
  for (const name of Object.keys(templateFilters) as TemplateFilterName[]) {
    opened.registerFilter(name, function (value: unknown, ...given: unknown[]) {
      const environment = (this.context.environments as Record<symbol, unknown>)[environmentKey]
      return runFilter(name, value, given, environment as FilterEnvironment)
    })
  }
  return opened
}

/**
 * Renders one text of a template.
 * @throws TemplateFailure with the line and column: the text has a problem, or cannot be rendered with these values
 */
export function render(
  text: string,
  mode: Mode,
  names: Names,
  scope: Scope,
  environment: Omit<FilterEnvironment, 'spend'>,
): string {
  const [problem] = analyze(text, names).problems
  if (problem) throw placed(new TemplateFailure(problem.code, problem.about), problem.line, problem.column)
  let left = mostCost
  const spend = (cost: number) => {
    left -= cost
    if (left < 0) throw new TemplateFailure('tooMuch')
  }
  const given = Object.assign(Object.create(null), scope, { [environmentKey]: { ...environment, spend } })
  const emitter = new BoundedEmitter(mode)
  try {
    const parsed = engine.parse(text)
    const context = new Context(given, engine.options, { sync: true }, { liquid: engine })
    toValueSync(engine.renderer.renderTemplates(parsed, context, emitter as Emitter))
  } catch (error) {
    throw failureOf(error)
  }
  return emitter.buffer
}

/** The library puts parts of the text, and messages of others, into its errors; only the place is taken over. */
function failureOf(error: unknown): TemplateFailure {
  if (error instanceof TemplateFailure) return error
  if (!LiquidError.is(error)) return new TemplateFailure('syntax')
  const { token, originalError } = error as unknown as { token?: Token; originalError?: unknown }
  const failure = originalError instanceof TemplateFailure ? originalError : new TemplateFailure('syntax')
  const [line = 1, column = 1] = token?.getPosition() ?? []
  return placed(failure, line, column)
}

function placed(failure: TemplateFailure, line: number, column: number): TemplateFailure {
  failure.line ??= line
  failure.column ??= column
  return failure
}
