import { SaxesParser } from 'saxes'
import { SheetProblem } from './sheet.ts'

export type Attributes = Record<string, string>

/** The callbacks of a reader of XML; names come without their prefix. */
export interface On {
  open?: (name: string, attributes: Attributes) => void
  close?: (name: string) => void
  /** All text between two tags, in pieces of at most `longestToken` plus one chunk. */
  text?: (text: string) => void
  /** A token is too long and will be refused; the reader may throw an error of its own instead. */
  long?: () => void
}

/**
 * The maximum length of a tag, text, comment or instruction, in characters of the file, because the parser holds each of them
 * whole. A cell of 32,767 characters has 262,136 if each character is written as a character reference.
 */
const longestToken = 512 * 1024
/** How many characters are parsed before the length of the token is checked. */
const pieceLength = 64 * 1024
/** The maximum depth of nested elements, because the parser holds all that are open. Those of a sheet are less than 20 deep. */
const mostDepth = 100

/**
 * A parser that ignores prefixes and refuses document types, and with them custom entities. Its memory is bounded for any file.
 */
export function parserFor({ open, close, text, long }: On) {
  const parser = new SaxesParser()
  const fail = () => {
    throw new SheetProblem('fileDamaged')
  }
  let depth = 0
  /** How many characters were parsed since the last complete token. */
  let unfinished = 0
  const whole = () => {
    unfinished = 0
  }
  parser.on('error', fail)
  parser.on('doctype', fail)
  parser.on('xmldecl', whole)
  parser.on('comment', whole)
  parser.on('processinginstruction', whole)
  parser.on('opentag', ({ name, attributes }) => {
    whole()
    if (++depth > mostDepth) throw new SheetProblem('fileBomb')
    open?.(local(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    whole()
    depth--
    close?.(local(name))
  })
  const onText = (piece: string) => {
    whole()
    text?.(piece)
  }
  parser.on('text', onText)
  parser.on('cdata', onText)

  return {
    /** @throws SheetProblem if it is not XML, or exceeds the limits of a workbook */
    write(piece: string): void {
      for (let at = 0; at < piece.length; at += pieceLength) {
        const part = piece.slice(at, at + pieceLength)
        unfinished += part.length
        parser.write(part)
        if (unfinished <= longestToken) continue
        long?.()
        throw new SheetProblem('fileBomb')
      }
    },
    /** @throws SheetProblem if an element is still open */
    end(): void {
      parser.close()
    },
  }
}

const local = (name: string) => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name)
