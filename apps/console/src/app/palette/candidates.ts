import { pinyin } from 'virtual:pinyin'
import {
  inLanguage,
  isWords,
  type KeyOf,
  type Language,
  type Words,
  type WordTree,
} from '@kabao/contract/language'
import { menuWords } from '@kabao/contract/menu.words'
import { paletteWords } from '@kabao/contract/palette.words'
import type { MenuNode } from '@kabao/contract/session'
import { type FullKey, type Icon, IconFileText } from '#kit'
import { isInMenu, pathOf, sections } from '../client-menu.ts'
import type { Findable } from './find.ts'

export interface Candidate extends Findable {
  key: string
  title: string
  /** The section of a page, or what an action does in a word. */
  hint: string
  icon?: Icon | undefined
  run: () => void
}

/** The pages that are open to the account, as the menu orders them, then those that belong to no section. */
export function pageCandidates(
  menu: readonly MenuNode[],
  language: Language,
  go: (path: string) => void,
): Candidate[] {
  const ofAreas = sections
    .toSorted((one, other) => one.order - other.order)
    .flatMap((section) =>
      section.children
        .filter(({ name }) => isInMenu(menu, name))
        .map((page) => ({ ...page, hint: inLanguage(menuTitle(section.title), language) })),
    )
  const own = framePages.map(({ name, title }) => ({ name, title, path: pathOf(name) ?? '', hint: '' }))
  return [...ofAreas, ...own].map(({ name, path, title, hint }) => ({
    key: name,
    icon: IconFileText,
    hint,
    run: () => go(path),
    ...named(menuTitle(title), language),
  }))
}

const framePages: readonly { name: string; title: FullKey }[] = [
  { name: 'home', title: 'menu.home' },
  { name: 'Info', title: 'menu.userCenter' },
  { name: 'Setting', title: 'menu.userSettings' },
]

type ActionKey = KeyOf<(typeof paletteWords.tree)['action']>

export const actionCandidate = (
  key: ActionKey,
  language: Language,
  icon: Icon,
  run: () => void,
  hint = '',
): Candidate => ({ key, icon, hint, run, ...named(wordsAt(paletteWords.tree.action, key), language) })

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
