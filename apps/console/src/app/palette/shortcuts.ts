import type { paletteWords } from '@kabao/contract/app/palette.words'
import type { KeyOf } from '@kabao/contract/kernel/language'

interface Shortcut {
  what: KeyOf<typeof paletteWords.tree>
  /** Keys pressed together; each of several such sets does the same. `Mod` is ⌘ on a Mac and Ctrl elsewhere. */
  keys: readonly (readonly string[])[]
}
export interface ShortcutGroup {
  title: KeyOf<typeof paletteWords.tree>
  shortcuts: readonly Shortcut[]
}

/** Every shortcut of the frame and of its lists, as the help shows them. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'shortcut.frame',
    shortcuts: [
      { what: 'shortcut.palette', keys: [['Mod', 'K']] },
      { what: 'shortcut.help', keys: [['?']] },
      { what: 'shortcut.close', keys: [['Esc']] },
    ],
  },
  {
    title: 'shortcut.tabBar',
    shortcuts: [
      { what: 'shortcut.tabs', keys: [['←'], ['→']] },
      { what: 'shortcut.closeTab', keys: [['Delete']] },
      { what: 'shortcut.tabMenu', keys: [['Shift', 'F10']] },
    ],
  },
  {
    title: 'shortcut.list',
    shortcuts: [
      { what: 'shortcut.rows', keys: [['↑'], ['↓']] },
      { what: 'shortcut.leap', keys: [['PageUp'], ['PageDown']] },
      { what: 'shortcut.ends', keys: [['Home'], ['End']] },
      { what: 'shortcut.open', keys: [['Enter']] },
      { what: 'shortcut.select', keys: [['Space']] },
      { what: 'shortcut.selectTo', keys: [['Shift', 'Space']] },
    ],
  },
]

const isMac = /mac|iphone|ipad/i.test(navigator.platform)
/** The name of a key on this machine. */
export const keyName = (key: string): string => (key === 'Mod' ? (isMac ? '⌘' : 'Ctrl') : key)

/** Whether the keys are Ctrl K or ⌘ K. */
export const opensPalette = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k'

/** Whether the key is a question mark that is not typed into a field. */
export const opensHelp = (event: KeyboardEvent): boolean =>
  event.key === '?' &&
  !(event.ctrlKey || event.metaKey || event.altKey || event.isComposing) &&
  !(event.target instanceof Element && event.target.closest(typing))

const typing =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true], [role=textbox], [role=combobox]'
