import { pinyin } from 'virtual:pinyin'
import { menuWords } from '@kabao/contract/app/menu.words'
import { paletteWords } from '@kabao/contract/app/palette.words'
import {
  inLanguage,
  isWords,
  type KeyOf,
  type Language,
  type Words,
  type WordTree,
} from '@kabao/contract/kernel/language'
import { type FullKey, type Icon, IconFileText, IconLink } from '#kit'
import { entryOf, type PageEntry } from '../client-menu.ts'
import { type Entry, isExternal } from '../menu-entries.ts'
import type { Findable } from './find.ts'

export interface Candidate extends Findable {
  key: string
  title: string
  /** The section of a page, or the kind of an action. */
  hint: string
  icon?: Icon | undefined
  run: () => void
}

/**
 * The entries of the menu in its order, then the pages that belong to no section; external links open a browser tab of their own.
 */
export function pageCandidates(
  entries: readonly Entry[],
  language: Language,
  go: (path: string) => void,
): Candidate[] {
  const shown = entries.flatMap((entry): Place[] => {
    const hint = inLanguage(menuTitle(entry.title), language)
    return entry.children ? entry.children.map((page) => ({ ...page, hint })) : [{ ...entry, hint: '' }]
  })
  const own = framePages.flatMap((name): Place[] => {
    const page = entryOf(name)
    return page ? [{ ...page, hint: '' }] : []
  })
  return [...shown, ...own].map((place) => ({
    key: place.name,
    icon: isExternal(place) ? IconLink : IconFileText,
    hint: place.hint,
    run: () => (isExternal(place) ? openOutside(place.path) : go(place.path)),
    ...named(menuTitle(place.title), language),
  }))
}

type Place = PageEntry & { hint: string }

/** The pages of the frame that are in no menu. */
const framePages = ['message', 'ReportWatch', 'Info', 'Setting']

const openOutside = (address: string): void => void window.open(address, '_blank', 'noreferrer')

type ActionKey = KeyOf<(typeof paletteWords.tree)['alias']>

/** An action, which is found by its title and by other words for it. */
export const actionCandidate = (
  key: ActionKey,
  language: Language,
  icon: Icon,
  run: () => void,
  hint = '',
): Candidate => {
  const own = named(wordsAt(paletteWords.tree.action, key), language)
  const also = wordsAt(paletteWords.tree.alias, key)
  return {
    key,
    icon,
    hint,
    run,
    ...own,
    aliases: [...also[0].split(' '), also[1]],
    aliasPinyin: pinyin[also[0]] ?? '',
  }
}

const named = (both: Words, language: Language) => ({
  title: inLanguage(both, language),
  texts: both,
  pinyin: pinyin[both[0]] ?? '',
})

const menuTitle = (key: FullKey): Words => wordsAt(menuWords.tree, key.slice(menuWords.prefix.length + 1))

function wordsAt(tree: WordTree, key: string): Words {
  const node = tree[key]
  if (!node || !isWords(node)) throw new Error(`No text has the key ${key}`)
  return node
}
