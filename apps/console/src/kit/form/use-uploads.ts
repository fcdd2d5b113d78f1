import { fill } from '@kabao/contract/kernel/language'
import { type SchemaProblem, wordSchemaProblem } from '@kabao/contract/kernel/problems'
import {
  type FileRow,
  type FileUse,
  file,
  inMegabytes,
  ruleOf,
  typeNames,
} from '@kabao/contract/operations/file'
import { useEffect, useRef, useState } from 'react'
import { Refusal } from '../call/refusal.ts'
import { upload } from '../file/upload.ts'
import { currentLanguage } from '../words/words.ts'
import { useWordAnew } from './use-problems.ts'

/** A file that is being sent, or one that failed. */
export interface Sending {
  key: number
  file: File
  /** 0 to 1; at 1 the service is checking the file. */
  progress: number
  /** Why it failed. */
  problem?: string
}

let last = 0

/**
 * Sends the files of one field, each in its own call, so that each has its own progress, result and problem.
 * @param failed the problem to show if the service could not be reached
 */
export function useUploads(use: FileUse, failed: string, onStored: (row: FileRow) => void) {
  const [sending, setSending] = useState<readonly Sending[]>([])
  const aborts = useRef(new Map<number, AbortController>())
  // An answer may arrive long after the render in which the file was added.
  const stored = useRef(onStored)
  stored.current = onStored

  useWordAnew((word) =>
    setSending((all) =>
      all.map((each) => (each.problem === undefined ? each : { ...each, problem: word(each.problem) })),
    ),
  )
  useEffect(() => {
    const running = aborts.current
    return () => {
      for (const abort of running.values()) abort.abort()
    }
  }, [])

  const change = (key: number, part: Partial<Sending>) =>
    setSending((all) => all.map((each) => (each.key === key ? { ...each, ...part } : each)))
  const drop = (key: number) => {
    aborts.current.get(key)?.abort()
    aborts.current.delete(key)
    setSending((all) => all.filter((each) => each.key !== key))
  }

  const send = async (key: number, content: File) => {
    const problem = problemOf(use, content)
    if (problem) return change(key, { problem })
    const abort = new AbortController()
    aborts.current.set(key, abort)
    try {
      const [row] = await upload(file.upload, {
        query: { use },
        files: [content],
        signal: abort.signal,
        onProgress: (progress) => change(key, { progress }),
      })
      if (row && !abort.signal.aborted) stored.current(row)
      drop(key)
    } catch (error) {
      if (!abort.signal.aborted) change(key, { problem: sentenceOf(error) ?? failed })
    }
  }

  const add = (files: Iterable<File>) => {
    const fresh = [...files].map((each): Sending => ({ key: ++last, file: each, progress: 0 }))
    setSending((all) => [...all, ...fresh])
    for (const each of fresh) void send(each.key, each.file)
  }
  /** Removes the current file and sends the new one. */
  const replace = (content: File) => {
    for (const { key } of sending) drop(key)
    add([content])
  }
  const again = ({ key, file: content }: Sending) => {
    setSending((all) => all.map((each) => (each.key === key ? { key, file: content, progress: 0 } : each)))
    void send(key, content)
  }

  return { sending, add, replace, again, drop, isBusy: sending.some(({ problem }) => problem === undefined) }
}

/** The problem that the browser can find without a request; the service checks the content. */
function problemOf(use: FileUse, { name, size, type }: File): string | undefined {
  const { maxBytes, types } = ruleOf(use)
  if (size === 0) return say('fileEmpty')
  if (size > maxBytes) return say('fileTooLarge', { limit: inMegabytes(maxBytes) })
  // The service says more of an old workbook.
  const isTaken = types.some((each) => each === type) || (/\.(csv|txt|xls)$/i.test(name) && hasText(types))
  // A browser that does not know the type gives an empty one.
  return type === '' || isTaken ? undefined : say('fileType', { types: typeNames(use) })
}

const hasText = (types: readonly string[]) => types.includes('text/csv')

/** The problem of the one file in the call, whatever the field's name is. */
const sentenceOf = (error: unknown): string | undefined =>
  error instanceof Refusal ? (Object.values(error.fields ?? {})[0] ?? error.message) : undefined

const say = (problem: SchemaProblem, values?: Record<string, string | number>) =>
  fill(wordSchemaProblem(problem, currentLanguage()), values)
