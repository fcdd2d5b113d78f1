import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, ensureSyntaxTree, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { templateEditorWords } from '@kabao/contract/partners/template-editor.words'
import { tags } from '@lezer/highlight'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '#kit/words/words.ts'
import classes from './template.module.css'

/** Something wrong in a JSON text: at the value of a path, such as `stages.submit.url`, or where it stops to be JSON. */
export interface JsonMark {
  path: string | null
  text: string
}

interface JsonEditorProps {
  label: string
  value: string
  onChange: (value: string) => void
  marks: readonly JsonMark[]
}

const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--color-primary-text)' },
  { tag: tags.string, color: 'var(--color-success-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--color-warning-text)' },
])
const look = EditorView.theme({
  '&': {
    maxHeight: '60vh',
    fontSize: '12px',
    color: 'var(--color-text-1)',
    background: 'var(--color-fill-2)',
  },
  '&.cm-focused': { outline: '2px solid var(--color-primary-text)' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '20px' },
  '.cm-content': { caretColor: 'var(--color-text-1)' },
  '.cm-gutters': { color: 'var(--color-text-2)', background: 'var(--color-fill-2)', border: '0' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': { background: 'var(--color-fill-4)' },
  '.cm-matchingBracket': { outline: '1px solid var(--color-text-3)' },
  '.cm-tooltip': {
    color: 'var(--color-text-1)',
    background: 'var(--color-bg-5)',
    borderColor: 'var(--color-border-2)',
  },
})

/** A JSON text with colors, whose problems are marked at their lines, and listed below it. */
export default function JsonEditor({ label, value, onChange, marks }: JsonEditorProps) {
  const { t } = useWords(templateEditorWords)
  const [view, setView] = useState<EditorView | null>(null)
  const change = useRef(onChange)
  change.current = onChange
  const host = useRef<HTMLDivElement>(null)
  const named = useRef(new Compartment())

  // The editor brings its own style sheet, which the content security policy allows in a shadow tree only.
  useEffect(() => {
    const element = host.current as HTMLDivElement
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    const made = new EditorView({
      parent: root as unknown as HTMLElement,
      root,
      state: EditorState.create({
        extensions: [
          ...[lineNumbers(), lintGutter(), history(), bracketMatching(), json(), look],
          syntaxHighlighting(colors),
          // The key Tab leaves the editor.
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.lineWrapping,
          named.current.of([]),
          EditorView.updateListener.of(({ docChanged, state, transactions }) => {
            if (
              docChanged &&
              transactions.some(
                (each) =>
                  each.isUserEvent('input') ||
                  each.isUserEvent('delete') ||
                  each.isUserEvent('undo') ||
                  each.isUserEvent('redo') ||
                  each.isUserEvent('move'),
              )
            )
              change.current(state.doc.toString())
          }),
        ],
      }),
    })
    setView(made)
    return () => made.destroy()
  }, [])

  useEffect(() => {
    if (view && view.state.doc.toString() !== value)
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } })
  }, [view, value])

  const lines = view ? marks.map((mark) => lineOf(view.state, mark)) : []
  useEffect(() => {
    view?.dispatch({
      effects: named.current.reconfigure(
        EditorView.contentAttributes.of({
          'aria-label': label,
          'aria-invalid': String(marks.length > 0),
          tabindex: '0',
        }),
      ),
    })
  }, [view, label, marks.length])
  // biome-ignore lint/correctness/useExhaustiveDependencies: places are those of the text
  useEffect(() => {
    if (!view) return
    const found = marks.map((mark): Diagnostic => {
      const { from, to } = placeOf(view.state, mark)
      return { from, to, severity: 'error', message: mark.text }
    })
    view.dispatch(setDiagnostics(view.state, found))
  }, [view, marks, value])

  return (
    <div className={classes.json}>
      <div ref={host} />
      <div role="status">
        <ul className={classes.problems}>
          {marks.map(({ path, text }, index) => (
            <li key={`${path} ${text}`} className={classes.error}>
              {t('hint.line', { line: String(lines[index] ?? 1), text })}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

const lineOf = (state: EditorState, mark: JsonMark) => state.doc.lineAt(placeOf(state, mark).from).number

/** The place of a mark in the text; the nearest part around it that is there. */
function placeOf(state: EditorState, { path }: JsonMark): { from: number; to: number } {
  const tree = ensureSyntaxTree(state, state.doc.length, 200)
  if (path === null) {
    const wrong: number[] = []
    tree?.iterate({
      enter: ({ type, from }) => {
        if (type.isError) wrong.push(from)
      },
    })
    return state.doc.lineAt(Math.min(state.doc.length, ...wrong))
  }
  let node = tree?.topNode.firstChild
  for (const name of path.split('.')) {
    const inside: typeof node =
      node?.name === 'Array'
        ? (node.getChildren('Object').concat(node.getChildren('String'))[Number(name)] ?? null)
        : node?.getChildren('Property').find((each) => {
            const key = each.getChild('PropertyName')
            return key && state.sliceDoc(key.from, key.to) === JSON.stringify(name)
          })?.lastChild
    if (!inside) break
    node = inside
  }
  if (!node) return state.doc.line(1)
  // A whole object is marked at its first line.
  return { from: node.from, to: Math.min(node.to, state.doc.lineAt(node.from).to) }
}
