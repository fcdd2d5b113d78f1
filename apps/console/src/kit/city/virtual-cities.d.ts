/** Generated when the console is built (`cities.ts` beside `vite.config.ts`). */
declare module 'virtual:cities' {
  type Place = readonly [code: string, name: string, clear: string, pinyin: string]
  /** Every province with its cities, by code. */
  export const provinces: readonly (readonly [...Place, cities: readonly Place[]])[]
}
