import type { menuWords } from '@kabao/contract/app/menu.words'
import {
  defaultLanguage,
  fill,
  inLanguage,
  isWords,
  type KeyOf,
  type Language,
  languages,
  type WordList,
  type WordTree,
} from '@kabao/contract/kernel/language'
import { createInstance } from 'i18next'
import { useMemo, useSyncExternalStore } from 'react'

/** Source: docs/specification/frame.md. */
const storageKey = 'arco-locale'
const fallback: Language = 'en-US'

/** i18next with one namespace and whole keys: `login.form.title` is one name, so a key may have keys below it. */
export const i18n = createInstance()

void i18n.init({
  lng: localStorage.getItem(storageKey) ?? defaultLanguage,
  fallbackLng: fallback,
  resources: {},
  // A word that a language does not need is empty, and not missing.
  returnEmptyString: true,
  keySeparator: false,
  nsSeparator: false,
  initAsync: false,
})

/** The current language; an unknown stored value gives the fallback. */
export const currentLanguage = (): Language => known(i18n.language) ?? fallback
const known = (language: string): Language | undefined => languages.find((each) => each === language)

/** Shows and stores another language. */
export async function switchLanguage(language: Language): Promise<void> {
  localStorage.setItem(storageKey, language)
  await i18n.changeLanguage(language)
}

export interface WordsOf<T extends WordTree> {
  /** The text of a key in this list, with `values` in its placeholders. */
  t: (key: KeyOf<T>, values?: Record<string, string | number>) => string
  language: Language
}

/** The texts of a list in the current language. For use outside React: the result does not follow a change of language. */
export function wordsOf<P extends string, T extends WordTree>(list: WordList<P, T>): WordsOf<T> {
  registerWords(list)
  const t: WordsOf<T>['t'] = (key, values) => {
    const text = textOf(`${list.prefix}.${key}`)
    return values ? fill(text, values) : text
  }
  return { t, language: currentLanguage() }
}

/** The texts of a list in the current language; follows a change of language. */
export function useWords<P extends string, T extends WordTree>(list: WordList<P, T>): WordsOf<T> {
  const language = useLanguage()
  // The same `t` until the language changes, so that memoized texts stay valid between renders.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts of the list depend on the language
  return useMemo(() => wordsOf(list), [list, language])
}

/** The current language; follows a change. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage)

const subscribe = (follow: () => void) => {
  i18n.on('languageChanged', follow)
  return () => i18n.off('languageChanged', follow)
}

/** A translation key of a menu entry or of a breadcrumb. */
export type FullKey = `${typeof menuWords.prefix}.${KeyOf<typeof menuWords.tree>}`

/** The text of a whole key, from a list that was registered before. */
export const translate = (key: FullKey): string => textOf(key)

/** A cache of texts in the current language: the same few are read hundreds of times. */
const texts = new Map<string, string>()
i18n.on('languageChanged', () => texts.clear())

function textOf(key: string): string {
  const known = texts.get(key)
  if (known !== undefined) return known
  // `fill` inserts the values, as on the server.
  const text = i18n.t(key, { skipInterpolation: true })
  texts.set(key, text)
  return text
}

const registered = new WeakSet<WordTree>()

/** Registers a list with i18next, once. */
export function registerWords(list: WordList): void {
  if (registered.has(list.tree)) return
  registered.add(list.tree)
  texts.clear()
  for (const language of languages) {
    i18n.addResourceBundle(
      language,
      'translation',
      Object.fromEntries(flatten(list.prefix, list.tree, language)),
      false,
      true,
    )
  }
}

const flatten = (prefix: string, tree: WordTree, language: Language): [string, string][] =>
  Object.entries(tree).flatMap(([key, node]): [string, string][] =>
    isWords(node)
      ? [[`${prefix}.${key}`, inLanguage(node, language)]]
      : flatten(`${prefix}.${key}`, node, language),
  )

/** Calls back after every change of language. */
export function onLanguageChange(follow: () => void): void {
  i18n.on('languageChanged', follow)
}
