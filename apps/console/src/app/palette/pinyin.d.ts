/** Made when the console is built (`vite.config.ts`). */
declare module 'virtual:pinyin' {
  /** How the Chinese texts of menu and palette are read, in syllables: `用户列表` → `yong hu lie biao`. */
  export const pinyin: Readonly<Record<string, string>>
}
