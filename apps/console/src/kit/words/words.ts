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
  type Words,
  type WordTree,
} from '@kabao/contract/kernel/language'
import { useMemo, useSyncExternalStore } from 'react'

/** Source: docs/specification/frame.md. */
const storageKey = 'arco-locale'
const fallback: Language = 'en-US'

/** The texts of the registered lists by their whole keys: `login.form.title` is one name, so a key may have keys below it. */
const texts = new Map<string, Words>()
const followers = new Set<() => void>()

const stored = localStorage.getItem(storageKey) ?? defaultLanguage
/** An unknown stored value gives the fallback. */
let language: Language = languages.find((each) => each === stored) ?? fallback

/** The current language. */
export const currentLanguage = (): Language => language

/** Shows and stores another language. */
export function switchLanguage(chosen: Language): void {
  localStorage.setItem(storageKey, chosen)
  if (chosen === language) return
  language = chosen
  for (const follow of [...followers]) follow()
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
  followers.add(follow)
  return () => void followers.delete(follow)
}

/** A translation key of a menu entry or of a breadcrumb. */
export type FullKey = `${typeof menuWords.prefix}.${KeyOf<typeof menuWords.tree>}`

/** The text of a whole key, from a list that was registered before. */
export const translate = (key: FullKey): string => textOf(key)

/** A key without a text is shown itself. */
function textOf(key: string): string {
  const both = texts.get(key)
  return both ? inLanguage(both, language) : key
}

const registered = new WeakSet<WordTree>()

/** Makes the texts of a list known by their keys, once. */
export function registerWords({ prefix, tree }: WordList): void {
  if (registered.has(tree)) return
  registered.add(tree)
  register(prefix, tree)
}

function register(prefix: string, tree: WordTree): void {
  for (const [key, node] of Object.entries(tree)) {
    const name = `${prefix}.${key}`
    if (isWords(node)) texts.set(name, node)
    else register(name, node)
  }
}

/** Calls back after every change of language. */
export function onLanguageChange(follow: () => void): void {
  followers.add(follow)
}
