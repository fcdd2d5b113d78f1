import { readdirSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { pathOf } from './chunks.ts'

/**
 * Writes two files for the size budget: `.vite/contents.json`, the heaviest packages or source files of each chunk, heaviest first,
 * which it prints for a page that is too large; and `.vite/homes.json`, the chunk of each source file, because the manifest does not
 * name a page that shares its file.
 */
export function contents(): Plugin {
  const partOf = (id: string) => /.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[1] ?? pathOf(id)
  return {
    name: 'contents',
    apply: 'build',
    generateBundle(_options, bundle) {
      const list: Record<string, string[]> = {}
      const homes: Record<string, string> = {}
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        for (const id of chunk.moduleIds) homes[pathOf(id).replace('apps/console/', '')] = chunk.fileName
        const sizes = new Map<string, number>()
        for (const [id, { renderedLength }] of Object.entries(chunk.modules))
          sizes.set(partOf(id), (sizes.get(partOf(id)) ?? 0) + renderedLength)
        const heaviest = [...sizes].sort(([, a], [, b]) => b - a).slice(0, 4)
        list[chunk.fileName] = heaviest.map(([part]) => part)
      }
      for (const [name, source] of Object.entries({ contents: list, homes }))
        this.emitFile({ type: 'asset', fileName: `.vite/${name}.json`, source: JSON.stringify(source) })
    },
  }
}

/**
 * Puts the styles of a script that is loaded on demand into the script, which saves a request for each. A style sheet that a script
 * constructs is not inline to the content security policy. The styles of the start stay a file, which loads beside its scripts.
 */
export function stylesInScripts(): Plugin {
  return {
    name: 'styles-in-scripts',
    apply: 'build',
    // After Vite has written the style sheets, before it notes in each script which of them another needs.
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunksOf = (names: string[]) =>
        names.map((name) => bundle[name]).filter((file) => file?.type === 'chunk')
      const chunks = chunksOf(Object.keys(bundle))
      const first = new Set(chunks.filter(({ isEntry }) => isEntry))
      for (const { imports } of first) for (const chunk of chunksOf(imports)) first.add(chunk)
      const moved = new Set<string>()
      for (const chunk of chunks) {
        const names = first.has(chunk) ? [] : [...(chunk.viteMetadata?.importedCss ?? [])]
        for (const name of names) {
          const sheet = bundle[name]
          if (sheet?.type !== 'asset') continue
          const text = JSON.stringify(String(sheet.source).trim())
          // At the end, so that the source map stays right; nothing is drawn before the script has run to its end.
          chunk.code = `${chunk.code.trimEnd()}\n{const s=new CSSStyleSheet;s.replaceSync(${text});document.adoptedStyleSheets.push(s)}\n`
          chunk.viteMetadata?.importedCss.delete(name)
          moved.add(name)
        }
      }
      for (const name of moved) delete bundle[name]
    },
  }
}

/** Its lines without their content, so that the lines below keep their numbers in the source map. */
const emptied = (text: string) => text.replace(/[^\n]+/g, '')

/**
 * Leaves out of Zod what no page of the console uses: the conversion to JSON Schema, which only the service needs (`openapi.ts`),
 * and Zod's English messages, because `wordIssues` words the problems.
 */
export function leanZod(): Plugin {
  const names = (text: string) =>
    [...text.matchAll(/^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \}/gm)].map(
      ([, declared, renamed]) => declared ?? renamed,
    )
  return {
    name: 'lean-zod',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (/zod[\\/]v4[\\/]locales[\\/]en\.js$/.test(id))
        return { code: 'export default () => ({ localeError: () => undefined })', map: { mappings: '' } }
      if (!/zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/.test(id)) return
      const exports = names(code).map((name) => `none as ${name}`)
      return {
        code: `const none = () => undefined\nexport { ${exports.join(', ')} }`,
        map: { mappings: '' },
      }
    },
  }
}

/**
 * Leaves out the parts of some of Mantine's components that no source file of the console names (`Menu.Sub`, `Checkbox.Card`). A
 * component refers to all its parts, so the bundler would keep them. A part is included again as soon as a source file names it. The
 * components that the console loads use no other part of these.
 */
export function leanMantine(): Plugin {
  const source = new URL('./src/', import.meta.url)
  const components = 'ActionIcon|Button|Checkbox|Menu|Popover|Switch|Tooltip'
  const partName = new RegExp(`(?:${components})\\.[A-Z]\\w*`, 'g')
  const component = new RegExp(
    String.raw`@mantine[\\/]core[\\/]esm[\\/]components[\\/](${components})[\\/]\1\.mjs$`,
  )
  let named: Set<string>
  return {
    name: 'lean-mantine',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /\.tsx?$/.test(name),
      )
      const texts = files.map((name) => readFileSync(new URL(name, source), 'utf8'))
      named = new Set(texts.flatMap((text) => text.match(partName) ?? []))
    },
    transform(code, id) {
      if (!component.test(id)) return
      const lean = code.replace(/^(\w+)\.([A-Z]\w*) = \1\2;$/gm, (line, whole: string, part: string) =>
        named.has(`${whole}.${part}`) ? line : '',
      )
      return { code: lean, map: null }
    },
  }
}

/**
 * Leaves out of the contract what only the service reads: the descriptions of endpoints, their error codes and media types, and
 * the names of schemas. The role editor's tree and the API document come from the service.
 */
export function leanContract(): Plugin {
  const forService =
    /^ {4}(?:summary|refuses|mediaTypes): (?:\[(?:'[^'\n]*'|"[^"\n]*"|[^'"\]])*\]|[\w.]+\([\w.]+\)),\n/gm
  const schemaNames = /^\w+\.register\(z\.globalRegistry, \{ id: '\w+' \}\)\n/gm
  return {
    name: 'lean-contract',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) =>
      /packages[\\/]contract[\\/]src[\\/]\w+[\\/][\w-]+\.ts$/.test(id)
        ? { code: code.replace(forService, emptied).replace(schemaNames, emptied), map: null }
        : undefined,
  }
}
