import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '#platform/base/paths'

const root = join(repositoryRoot, 'apps/server/src')

/** The files of the service, from `src` on. */
export const sources = (): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.ts$/.test(name))

/** Whether a file, or a test, is of engine or intake; administrators' lists are over all people. */
export const isOfPipeline = (file: string): boolean => /^(engine|intake)\/(?!areas\/)/.test(file)

/** The templates in a source of the service, whose path begins below `src`: each in one line, with `$` for what is put in. */
export const templatesOf = (file: string): string[] => templatesIn(readFileSync(join(root, file), 'utf8'))

/** A statement in one line. */
export const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** A template in another one is one of its own. No comment at the end of a line and no pattern may have an odd backtick. */
function templatesIn(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/ .*$/gm, '')
  const found: string[] = []
  /** The open templates, and of each how many braces of code in it are open. */
  const open: { text: string; braces: number }[] = []
  for (let at = 0; at < code.length; at++) {
    const top = open.at(-1)
    const isText = top?.braces === 0
    const letter = code[at] as string
    if (letter === '`') {
      if (isText) found.push(inOneLine((open.pop() as { text: string }).text))
      else open.push({ text: '', braces: 0 })
    } else if (!top) continue
    else if (!isText) top.braces += letter === '{' ? 1 : letter === '}' ? -1 : 0
    else if (letter === '\\') top.text += code.slice(at, ++at + 1)
    else if (letter === '$' && code[at + 1] === '{') {
      top.text += '$'
      top.braces = 1
      at++
    } else top.text += letter
  }
  return found
}
