import { templateEditorWords } from '@kabao/contract/partners/template-editor.words'
import type { ShownProblem, ShownRequest } from '@kabao/contract/partners/template-shown'
import { useWords } from '#kit/words/words.ts'
import { ShownText } from './shown-text.tsx'
import classes from './template.module.css'

interface PreviewProps {
  preview: { problems: readonly ShownProblem[]; request: ShownRequest | null } | undefined
  /** Whose values the request has. */
  hint: string
  /** What the part at a path is called; default: the path. */
  nameOf?: (path: string) => string
  /** The level of its headings. */
  heading?: 'h2' | 'h3'
}

/** What is wrong with a template, and the request that it makes. */
export function TemplatePreview({
  preview,
  hint,
  nameOf = (path) => path,
  heading: Heading = 'h3',
}: PreviewProps) {
  const { t, language } = useWords(templateEditorWords)
  const problems = preview?.problems ?? []
  const request = preview?.request
  return (
    <>
      <Heading className={classes.heading}>{t('preview.title')}</Heading>
      <p className={classes.hint}>{hint}</p>
      {preview && (
        <p className={problems.length > 0 ? classes.error : classes.hint} role="status">
          {problems.length > 0 ? t('preview.problems', { count: problems.length }) : t('preview.fine')}
        </p>
      )}
      <ul className={classes.problems}>
        {problems.map(({ path, line, words }) => {
          const text = words[language === 'zh-CN' ? 0 : 1]
          return (
            <li key={`${path} ${line} ${text}`}>
              {nameOf(path)}: {line === null ? text : t('hint.line', { line: String(line), text })}
            </li>
          )
        })}
      </ul>
      {request && (
        <>
          <ShownText>
            {[
              `${request.method} ${request.url}`,
              ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
              '',
              request.body ?? '',
            ].join('\n')}
          </ShownText>
          {request.body !== null && request.plain !== request.body && (
            <>
              <Heading className={classes.heading}>{t('preview.plain')}</Heading>
              <ShownText>{request.plain}</ShownText>
            </>
          )}
        </>
      )}
    </>
  )
}
