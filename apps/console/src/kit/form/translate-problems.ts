import { loginWords } from '@kabao/contract/access/login.words'
import { frameWords } from '@kabao/contract/app/frame.words'
import { commonWords } from '@kabao/contract/kernel/common.words'
import {
  fill,
  inLanguage,
  isWords,
  type Language,
  type Words,
  type WordTree,
} from '@kabao/contract/kernel/language'
import { numberWords } from '@kabao/contract/kernel/number.words'
import { problemWords } from '@kabao/contract/kernel/problem.words'
import { serviceProblemWords } from '@kabao/contract/kernel/service-problem.words'
import { uploadWords } from '@kabao/contract/kernel/upload.words'

/** Every text that a form can show as a problem or as the reason of a refusal. */
const known: readonly Words[] = [
  problemWords,
  numberWords,
  serviceProblemWords,
  commonWords,
  loginWords,
  uploadWords,
  frameWords,
].flatMap(({ tree }) => leavesOf(tree))

function leavesOf(tree: WordTree): Words[] {
  return Object.values(tree).flatMap((node) => (isWords(node) ? [node] : leavesOf(node)))
}

/**
 * Texts with values, each with its patterns. Without a fixed part, a text would match every sentence; without the same values in
 * both languages, it cannot be filled.
 */
const templates = known
  .filter(([zh, en]) => valuesOf(zh) !== '' && valuesOf(zh) === valuesOf(en))
  .filter((words) => words.every((text) => /\p{L}/u.test(fixedOf(text))))
  .map((words) => ({ words, patterns: words.map(patternOf) }))

/** The names of the values in a text, sorted. */
function valuesOf(text: string): string {
  return [...new Set(text.match(/\{\{\w+\}\}/g))].toSorted().join()
}

function fixedOf(text: string): string {
  return text.replace(/\{\{[^}]+\}\}/g, '')
}

function patternOf(text: string): RegExp {
  const named = new Set<string>()
  // A value, or a word whose form follows a value: `{{count, row|rows}}`.
  const parts = text.split(/\{\{(\w+|\w+, [^}]+)\}\}/).map((part, index) => {
    if (index % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    if (part.includes(', ')) return `(?:${part.replace(/^\w+, /, '')})`
    if (named.has(part)) return `\\k<${part}>`
    named.add(part)
    return `(?<${part}>.+?)`
  })
  return new RegExp(`^${parts.join('')}$`, 's')
}

/**
 * Words a sentence of the console or of the service in another language, with the same values.
 * @returns the sentence itself if it is no known text
 */
export function wordAnew(sentence: string, language: Language): string {
  const whole = known.find((words) => words.includes(sentence))
  if (whole) return inLanguage(whole, language)
  for (const { words, patterns } of templates)
    for (const pattern of patterns) {
      const found = pattern.exec(sentence)
      if (found) return fill(inLanguage(words, language), found.groups)
    }
  return sentence
}
