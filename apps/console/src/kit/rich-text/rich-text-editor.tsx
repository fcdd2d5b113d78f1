import '@mantine/tiptap/styles.layer.css'
import { linkAddress } from '@kabao/contract/kernel/rich-text'
import { richTextWords } from '@kabao/contract/kernel/rich-text.words'
import { Input } from '@mantine/core'
import { Link, RichTextEditor as MantineEditor, type RichTextEditorLabels } from '@mantine/tiptap'
import { useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useId, useRef } from 'react'
import { useWords } from '../words/words.ts'
import classes from './editor.module.css'
import text from './rich-text.module.css'
import type { RichTextFieldProps } from './rich-text-field.tsx'

/** Milliseconds after the last key until the form gets the text, so that it is not written out at every key. */
const pause = 200

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    link: false,
    strike: false,
    underline: false,
  }),
  Link.configure({
    HTMLAttributes: { target: null, rel: null },
    isAllowedUri: (address) => linkAddress(address) !== null,
    openOnClick: false,
  }),
]

export default function RichTextEditor({
  name,
  value,
  onChange,
  onBlur,
  error,
  label,
  description,
  isRequired,
  isDisabled,
}: RichTextFieldProps) {
  const { t } = useWords(richTextWords)
  const id = useId()
  // The functions of the latest render, because the editor keeps those of the first.
  const latest = useRef({ onChange, onBlur })
  latest.current = { onChange, onBlur }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** What the form has, as far as the editor knows. */
  const given = useRef(value)
  const attributes = {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    'data-name': name,
    ...(error ? { 'aria-invalid': 'true', 'aria-describedby': `${id}-error` } : {}),
    class: text.text as string,
  }
  const stop = () => {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  const give = (html: string) => {
    stop()
    if (html === given.current) return
    given.current = html
    latest.current.onChange(html)
  }
  const editor = useEditor({
    extensions,
    content: value,
    editable: isDisabled !== true,
    // The content security policy allows no style element; the styles are in the modules.
    injectCSS: false,
    // The buttons of the toolbar show what is at the cursor.
    shouldRerenderOnTransaction: true,
    editorProps: {
      attributes,
      transformPastedHTML: withoutAttributes,
    },
    onUpdate: ({ editor: changed }) => {
      stop()
      timer.current = setTimeout(() => give(changed.isEmpty ? '' : changed.getHTML()), pause)
    },
    onBlur: ({ editor: left }) => {
      // Only what was typed is given: the editor may write an unchanged text in another way.
      if (timer.current !== undefined) give(left.isEmpty ? '' : left.getHTML())
      latest.current.onBlur?.()
    },
  })

  const marks = JSON.stringify(attributes)
  useEffect(() => {
    editor?.setOptions({ editorProps: { ...editor.options.editorProps, attributes: JSON.parse(marks) } })
  }, [editor, marks])
  useEffect(() => {
    if (value === given.current) return
    clearTimeout(timer.current)
    timer.current = undefined
    given.current = value
    editor?.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const labels: Partial<RichTextEditorLabels> = {
    boldControlLabel: t('bold'),
    italicControlLabel: t('italic'),
    h2ControlLabel: t('h2'),
    h3ControlLabel: t('h3'),
    bulletListControlLabel: t('bulletList'),
    orderedListControlLabel: t('orderedList'),
    blockquoteControlLabel: t('blockquote'),
    linkControlLabel: t('link'),
    unlinkControlLabel: t('unlink'),
    undoControlLabel: t('undo'),
    redoControlLabel: t('redo'),
    linkEditorInputLabel: t('address'),
    linkEditorInputPlaceholder: 'https://',
    linkEditorSave: t('save'),
  }
  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={description}
      error={error}
      errorProps={{ id: `${id}-error` }}
      withAsterisk={isRequired === true}
      labelElement="div"
    >
      <MantineEditor
        editor={editor}
        labels={labels}
        withTypographyStyles={false}
        withCodeHighlightStyles={false}
        classNames={{
          root: classes.editor as string,
          content: classes.content as string,
          // Every link opens in a new tab.
          linkEditorExternalControl: classes.hidden as string,
        }}
        data-invalid={error ? true : undefined}
      >
        <MantineEditor.Toolbar role="toolbar" aria-label={t('toolbar')}>
          <MantineEditor.ControlsGroup>
            <MantineEditor.Bold />
            <MantineEditor.Italic />
          </MantineEditor.ControlsGroup>
          <MantineEditor.ControlsGroup>
            <MantineEditor.H2 />
            <MantineEditor.H3 />
          </MantineEditor.ControlsGroup>
          <MantineEditor.ControlsGroup>
            <MantineEditor.BulletList />
            <MantineEditor.OrderedList />
            <MantineEditor.Blockquote />
          </MantineEditor.ControlsGroup>
          <MantineEditor.ControlsGroup>
            <MantineEditor.Link />
            <MantineEditor.Unlink />
          </MantineEditor.ControlsGroup>
          <MantineEditor.ControlsGroup>
            <MantineEditor.Undo />
            <MantineEditor.Redo />
          </MantineEditor.ControlsGroup>
        </MantineEditor.Toolbar>
        <MantineEditor.Content />
      </MantineEditor>
    </Input.Wrapper>
  )
}

/**
 * Removes all attributes from pasted HTML, except the addresses of links and the editor's own mark. The content security policy
 * refuses styles and handlers in it as soon as the editor reads it.
 */
const withoutAttributes = (html: string): string =>
  html.replace(/<([a-z][\w:-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi, (_, name: string, attributes: string) => {
    const kept = attributes.match(/\s(?:href|data-pm-slice)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi) ?? []
    return `<${name}${kept.join('')}>`
  })
