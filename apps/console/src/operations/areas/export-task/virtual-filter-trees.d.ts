/** The words of `filter-trees.ts` as one file, made when the console is built (`vite.config.ts`). */
declare module 'virtual:filter-trees' {
  export const filterTrees: typeof import('./filter-trees.ts').filterTrees
}
