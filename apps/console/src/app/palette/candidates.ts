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
import type { FullKey, Icon } from '#kit'
import { type Entry, entriesOf, pathOf } from '../client-menu.ts'
import type { Findable } from './find.ts'

export interface Candidate extends Findable {
  key: string
  title: string
  /** The section of a page, or what an action does in a word. */
  hint: string
  icon?: Icon | undefined
  run: () => void
}

/** The pages that are open to the account, as the menu orders them. */
export function pageCandidates(
  menu: readonly MenuNode[],
  language: Language,
  go: (path: string) => void,
): Candidate[] {
  const pages = entriesOf(menu).flatMap((entry): [Entry, Entry?][] =>
    entry.children ? entry.children.map((child): [Entry, Entry] => [child, entry]) : [[entry]],
  )
  const password: Entry = {
    name: 'password',
    path: pathOf('password') ?? '',
    title: 'menu.password',
    order: 0,
  }
  return [...pages, [password] as [Entry]].map(([{ name, path, title, icon }, section]) => ({
    key: name,
    icon: icon ?? section?.icon,
    hint: section ? inLanguage(menuTitle(section.title), language) : '',
    run: () => go(path),
    ...named(menuTitle(title), language),
  }))
}

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
