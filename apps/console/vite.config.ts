import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import react from '@vitejs/plugin-react'
import { pinyin } from 'pinyin-pro'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { isWords, type WordTree } from '../../packages/contract/src/language.ts'
import { menuWords } from '../../packages/contract/src/menu.words.ts'
import { paletteWords } from '../../packages/contract/src/palette.words.ts'
import { themeCss } from './src/kit/theme/variables.ts'

/** The service that `vite dev` talks to. */
const service = process.env.KABAO_SERVICE ?? 'http://127.0.0.1:8080'

export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  // The demo is put on any static host, below any path (decision 014).
  base: mode === 'demo' ? './' : '/',
  define: { __DEMO__: JSON.stringify(mode === 'demo') },
  plugins: [react(), themeVariables(), readings(), withoutJsonSchema(), mode === 'demo' && demoFiles()],
  server: { proxy: { '/api': service, '/config.json': service, '/healthz': service } },
  build: {
    target: 'es2022',
    outDir: mode === 'demo' ? 'dist-demo' : 'dist',
    emptyOutDir: true,
    // The content security policy knows no `data:` address and no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    rolldownOptions: {
      output: {
        // What every page needs and few releases change, in one file: fewer requests, and kept by the browser.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              priority: 30,
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|i18next|zustand)[\\/]|preload-helper/,
            },
            {
              name: 'start',
              priority: 15,
              test: /src[\\/]app[\\/](client-menu|areas|guard[\\/](guard|addresses|menu-fetch|session-calls)|fault[\\/]|settings[\\/](store|start)|pages[\\/](registry|chunk)|start[\\/]|account[\\/](language-switch|scheme-switch|round-button|logo|account\.module))|src[\\/]settings\.json|contract[\\/]src[\\/](menu|menu\.words|frame\.words|settings\.words|language)\.ts|kit[\\/]form[\\/]confirm\.tsx/,
            },
            {
              name: 'look',
              priority: 20,
              test: /@mantine[\\/](core[\\/]esm[\\/](core|components[\\/](Button|CheckIcon|Checkbox|CloseButton|Input|InputBase|InputsGroupFieldset|Loader|PasswordInput|TextInput|UnstyledButton|ActionIcon)[\\/])|hooks)|@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/](?!icons)|Icon(ChevronLeft|ChevronRight|CircleCheckFilled|CircleXFilled|InfoCircleFilled|LayoutGrid|Language|Lock|Moon|Sun|User|X|Eye|EyeOff)\.mjs|node_modules[\\/]clsx|src[\\/]kit[\\/](call[\\/](?!download)|message|session|theme[\\/](?!colour)|words|page|icons\.|controls[\\/](button|checkbox|text-input|password-input|unstyled-button|loader))/,
            },
            {
              name: 'around',
              priority: 12,
              test: /src[\\/](app[\\/](menu-entries|palette[\\/](recent|palette-store|shortcuts)|tabs[\\/]store|messages[\\/]bell|guard[\\/](use-log-out|leave)|frame[\\/]side-store|account[\\/]full-screen\.)|kit[\\/](file[\\/]avatar\.|controls[\\/](badge|use-focus-return)|form[\\/]may-lose))|contract[\\/]src[\\/](message|session|message\.words)\.ts|Icon(ShieldCog|ClipboardList|BuildingBank|HeartHandshake|Speakerphone|CreditCard|Users|HelpCircle|Coin|Home|ChartLine|Bell|Settings|Logout|Link|Box)\.mjs/,
            },
            {
              name: 'list',
              priority: 10,
              test: /@tanstack[\\/](react-table|table-core|react-virtual|virtual-core)|@floating-ui|@mantine[\\/]core[\\/]esm[\\/]components[\\/](Popover|Combobox|Select|ScrollArea|Portal|FocusTrap|Transition|Paper|Overlay)[\\/]|src[\\/]kit[\\/](list|form[\\/](text-field|select-field|input|range-field|region-field|search-select-field|fake-input|confirm\\.tsx|shape|business-time))/,
            },
          ],
        },
      },
    },
  },
  test: {
    name: 'console',
    environment: 'jsdom',
    // Every file has a world of its own in both; here jsdom itself and the libraries are read once and not for each file.
    pool: 'vmThreads',
    setupFiles: ['./test/setup.ts'],
    // A busy machine may take its time.
    testTimeout: 30_000,
    include: ['src/**/*.test.{ts,tsx}'],
    css: false,
    restoreMocks: true,
  },
}))

/** `virtual:theme.css`: the variables of the look as a style sheet. */
function themeVariables(): Plugin {
  const id = 'virtual:theme.css'
  return {
    name: 'theme-variables',
    resolveId: (source) => (source === id ? id : undefined),
    load: (loaded) => (loaded === id ? themeCss() : undefined),
  }
}

/** `virtual:pinyin`: how the titles of the pages are read, worked out here; the dictionary weighs more than the console. */
function readings(): Plugin {
  const id = 'virtual:pinyin'
  const chinese = (tree: WordTree): string[] =>
    Object.values(tree).flatMap((node) => (isWords(node) ? node[0] : chinese(node)))
  const spelt = (text: string) => pinyin(text, { toneType: 'none', type: 'array', nonZh: 'removed', v: true })
  return {
    name: 'readings',
    resolveId: (source) => (source === id ? id : undefined),
    load(loaded) {
      if (loaded !== id) return
      const texts = [...chinese(menuWords.tree), ...chinese(paletteWords.tree.action)]
      const list = Object.fromEntries(texts.map((text) => [text, spelt(text).join(' ')]))
      return `export const pinyin = ${JSON.stringify(list)}`
    },
  }
}

/**
 * Every schema of Zod can write itself as a JSON schema, which only the service does (`openapi.ts`): 5 kB compressed that
 * no page of the console uses.
 */
function withoutJsonSchema(): Plugin {
  const names = (text: string) =>
    [...text.matchAll(/^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \}/gm)].map(
      ([, declared, renamed]) => declared ?? renamed,
    )
  return {
    name: 'without-json-schema',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/.test(id)) return
      return `const none = () => undefined\nexport { ${names(code)
        .map((name) => `none as ${name}`)
        .join(', ')} }`
    },
  }
}

/** What the demo has beside the console: the worker that answers its calls, and what a host shows for other addresses. */
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
