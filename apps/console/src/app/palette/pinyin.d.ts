/** Generated when the console is built (`vite.config.ts`). */
declare module 'virtual:pinyin' {
  /** The pinyin syllables of the Chinese texts of menu and palette: `用户列表` → `yong hu lie biao`. */
  export const pinyin: Readonly<Record<string, string>>
}
