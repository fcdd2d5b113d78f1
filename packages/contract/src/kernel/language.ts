/** The languages of the product. The first is the default, the last the fallback. Source: docs/specification/frame.md. */
export const languages = ['zh-CN', 'en-US'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'zh-CN'

/** One text in both languages, side by side: `[zh-CN, en-US]`. A missing one is a compile error. */
export type Words = readonly [zh: string, en: string]
/** Texts by key, nested as the translation key is: `{ form: { title: […] } }` is `form.title`. */
export interface WordTree {
  readonly [key: string]: Words | WordTree
}

/** The texts of one area under the first part of their translation keys. */
export interface WordList<P extends string = string, T extends WordTree = WordTree> {
  prefix: P
  tree: T
}

/** Declares the texts of one area; `{{name}}` in a text is replaced by the value of that name. */
export const words = <const P extends string, const T extends WordTree>(
  prefix: P,
  tree: T,
): WordList<P, T> => ({ prefix, tree })

/** The keys of a list of texts below its prefix: `form.title`. */
export type KeyOf<T extends WordTree> = {
  [K in keyof T & string]: T[K] extends Words ? K : T[K] extends WordTree ? `${K}.${KeyOf<T[K]>}` : never
}[keyof T & string]

/** The keys of a list of texts with its prefix: `login.form.title`. */
export type FullKeyOf<L> = L extends WordList<infer P, infer T> ? `${P}.${KeyOf<T>}` : never

export const isWords = (node: Words | WordTree): node is Words => Array.isArray(node)

/** One text in one language. */
export const inLanguage = (both: Words, language: Language): string => both[language === 'zh-CN' ? 0 : 1]

/**
 * Inserts values into a text: `{{count}} rows` with `{count: 3}` → `3 rows`. A word whose form follows a number has both forms:
 * `{{count}} {{count, row|rows}}` → `1 row`, `3 rows`.
 */
export const fill = (template: string, values: Record<string, string | number> = {}): string =>
  template.replace(
    /\{\{(\w+)(?:, ([^|{}]+)\|([^|{}]+))?\}\}/g,
    (whole, name: string, one?: string, many?: string) => {
      const value = values[name]
      if (value === undefined) return whole
      return String((Number(value) === 1 ? one : many) ?? value)
    },
  )

/** The language that an `Accept-Language` header requests; unknown ones get the default. */
export function languageOf(header: string | undefined): Language {
  const first = header?.split(',')[0]?.trim().toLowerCase() ?? ''
  if (first.startsWith('en')) return 'en-US'
  return defaultLanguage
}
