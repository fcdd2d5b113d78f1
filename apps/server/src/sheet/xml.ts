import { SaxesParser } from 'saxes'
import { SheetProblem } from './sheet.ts'

export type Attributes = Record<string, string>

/** What a reader of XML hears; names come without their prefix. */
export interface On {
  open?: (name: string, attributes: Attributes) => void
  close?: (name: string) => void
  /** All text between two tags in one piece, at most `longestToken` and a piece long. */
  text?: (text: string) => void
  /** A token is too long and will be refused; this may refuse it in its own words. */
  long?: () => void
}

/**
 * The longest tag, text, comment or instruction, in characters as they are written: the parser holds each of them whole. A cell
 * of 32,767 characters has 262,136, where each of them is written by its number.
 */
const longestToken = 512 * 1024
/** So much is parsed before it is looked whether a token has become too long, in characters. */
const pieceLength = 64 * 1024
/** How deep elements may lie in each other: the parser holds all that are open. Those of a sheet lie less than 20 deep. */
const mostDepth = 100

/**
 * A parser that knows no prefixes, takes no document type, and so no entities that somebody made up. Nothing in it grows without
 * bound, whatever the file holds.
 */
export function parserFor({ open, close, text, long }: On) {
  const parser = new SaxesParser()
  const fail = () => {
    throw new SheetProblem('fileDamaged')
  }
  let depth = 0
  /** How much was parsed since the last token was whole, in characters. */
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
    /** @throws SheetProblem where it is no XML, or more than a workbook needs */
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
    /** @throws SheetProblem where something is still open */
    end(): void {
      parser.close()
    },
  }
}

const local = (name: string) => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name)
