import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import react from '@vitejs/plugin-react'
import { pinyin } from 'pinyin-pro'
import type { Plugin, Rolldown } from 'vite'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { menuWords } from '../../packages/contract/src/app/menu.words.ts'
import { paletteWords } from '../../packages/contract/src/app/palette.words.ts'
import { isWords, type WordTree } from '../../packages/contract/src/kernel/language.ts'
import { contents, leanContract, leanMantine, leanZod, stylesInScripts } from './bundle.ts'
import { chunkGroups } from './chunks.ts'
import { provinces } from './cities.ts'
import { themeCss } from './src/kit/theme/variables.ts'

/** The service that `vite dev` forwards calls to. */
const service = process.env.KABAO_SERVICE ?? 'http://127.0.0.1:8080'

export default defineConfig(async ({ mode, command }) =>
  options(mode, command === 'build' ? await chunkGroups(options(mode)) : undefined),
)

/** @param groups which modules share a file; without them, one file for each combination of parts that need a module */
export const options = (mode: string, groups?: Rolldown.CodeSplittingGroup[]): ViteUserConfig => ({
  root: import.meta.dirname,
  // The demo is published on any static host, below any path (decision 014).
  base: mode === 'demo' ? './' : '/',
  define: { __DEMO__: JSON.stringify(mode === 'demo') },
  plugins: [
    react(),
    themeVariables(),
    readings(),
    cities(),
    filterWords(),
    leanZod(),
    leanMantine(),
    // The demo is its own service: it answers with what only a service reads.
    mode !== 'demo' && leanContract(),
    stylesInScripts(),
    contents(),
    release(),
    mode === 'demo' && demoFiles(),
  ],
  server: { proxy: { '/api': service, '/config.json': service, '/healthz': service } },
  build: {
    target: 'es2022',
    outDir: mode === 'demo' ? 'dist-demo' : 'dist',
    emptyOutDir: true,
    // The content security policy allows no `data:` address and no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The build moves the maps out of what is served (scripts/lib/maps.mjs).
    sourcemap: mode === 'demo' ? false : 'hidden',
    rolldownOptions: { output: { codeSplitting: groups ? { groups } : true } },
  },
  test: {
    name: 'console',
    environment: 'jsdom',
    // Like the default pool, this one isolates test files; it loads jsdom and the libraries once instead of once per file.
    pool: 'vmThreads',
    setupFiles: ['../../scripts/lib/patient.mjs', './test/setup.ts'],
    // Tests take longer on a busy machine, and what is awaited may come late.
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    include: ['src/**/*.test.{ts,tsx}'],
    css: false,
    restoreMocks: true,
  },
})

/** `virtual:theme.css`: the variables of the theme as a style sheet. */
function themeVariables(): Plugin {
  const id = 'virtual:theme.css'
  return {
    name: 'theme-variables',
    resolveId: (source) => (source === id ? id : undefined),
    load: (loaded) => (loaded === id ? themeCss() : undefined),
  }
}

/** `virtual:pinyin`: the pinyin of the page titles, computed at build time because the dictionary is larger than the console. */
function readings(): Plugin {
  const id = 'virtual:pinyin'
  const chinese = (tree: WordTree): string[] =>
    Object.values(tree).flatMap((node) => (isWords(node) ? node[0] : chinese(node)))
  const spelled = (text: string) =>
    pinyin(text, { toneType: 'none', type: 'array', nonZh: 'removed', v: true })
  return {
    name: 'readings',
    resolveId: (source) => (source === id ? id : undefined),
    load(loaded) {
      if (loaded !== id) return
      const texts = [menuWords.tree, paletteWords.tree.action, paletteWords.tree.alias].flatMap(chinese)
      const list = Object.fromEntries(texts.map((text) => [text, spelled(text).join(' ')]))
      return `export const pinyin = ${JSON.stringify(list)}`
    },
  }
}

/** `virtual:cities`: every province and city with its pinyin, for a choice of cities. */
function cities(): Plugin {
  const id = 'virtual:cities'
  return {
    name: 'cities',
    resolveId: (source) => (source === id ? id : undefined),
    load: (loaded) => (loaded === id ? `export const provinces = ${JSON.stringify(provinces())}` : undefined),
  }
}

/**
 * `virtual:filter-trees`: the words of the filters of every list that can be exported, as one file. Most of their modules are in the
 * files of the lists, which the list of exports would load for a few words each.
 */
function filterWords(): Plugin {
  const id = 'virtual:filter-trees'
  const isFlat = (node: WordTree[string]) => isWords(node) || Object.values(node).every(isWords)
  const lean = (tree: WordTree) =>
    Object.fromEntries(Object.entries(tree).filter(([name, node]) => name === 'field' || isFlat(node)))
  return {
    name: 'filter-words',
    resolveId: (source) => (source === id ? id : undefined),
    async load(loaded) {
      if (loaded !== id) return
      const { filterTrees } = await import('./src/operations/areas/export-task/filter-trees.ts')
      const names = Object.keys(filterTrees) as (keyof typeof filterTrees)[]
      const texts = names.map((name) => JSON.stringify(lean(filterTrees[name])))
      // Lists with the same words share them.
      const all = [...new Set(texts)]
      const places = names.map((name, at) => `${name}: trees[${all.indexOf(texts[at] as string)}]`)
      return `const trees = [${all.join()}]\nexport const filterTrees = { ${places.join()} }`
    },
  }
}

/**
 * Names the build in the page, as `<meta name="release">`: a hash of the names of its files, which have hashes of their content. A
 * report of an error says in which build it happened.
 */
function release(): Plugin {
  return {
    name: 'release',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const names = Object.keys(bundle ?? {}).filter((name) => name.startsWith('assets/'))
        const content = createHash('sha256').update(names.toSorted().join(' ')).digest('hex').slice(0, 12)
        return [{ tag: 'meta', attrs: { name: 'release', content }, injectTo: 'head' }]
      },
    },
  }
}

/** The extra files of the demo: the worker that answers its calls, and the page that a host shows for unknown addresses. */
function demoFiles(): Plugin {
  const worker = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')
  const files = { 'mockServiceWorker.js': worker, '404.html': `${import.meta.dirname}/src/demo/404.html` }
  return {
    name: 'demo-files',
    generateBundle() {
      for (const [fileName, path] of Object.entries(files))
        this.emitFile({ type: 'asset', fileName, source: readFileSync(path, 'utf8') })
    },
  }
}
