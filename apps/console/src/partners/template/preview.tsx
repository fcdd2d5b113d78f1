import { templateEditorWords } from '@kabao/contract/partners/template-editor.words'
import type { ShownProblem, ShownRequest } from '@kabao/contract/partners/template-shown'
import { useWords } from '#kit/words/words.ts'
import classes from './template.module.css'

interface PreviewProps {
  preview: { problems: readonly ShownProblem[]; request: ShownRequest | null } | undefined
  /** Whose values the request has. */
  hint: string
  /** What the part at a path is called; default: the path. */
  nameOf?: (path: string) => string
}

/** What is wrong with a template, and the request that it makes. */
export function TemplatePreview({ preview, hint, nameOf = (path) => path }: PreviewProps) {
  const { t, language } = useWords(templateEditorWords)
  const problems = preview?.problems ?? []
  const request = preview?.request
  return (
    <>
      <h3 className={classes.heading}>{t('preview.title')}</h3>
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
          <pre className={classes.shown}>
            {[
              `${request.method} ${request.url}`,
              ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
              '',
              request.body ?? '',
            ].join('\n')}
          </pre>
          {request.body !== null && request.plain !== request.body && (
            <>
              <h3 className={classes.heading}>{t('preview.plain')}</h3>
              <pre className={classes.shown}>{request.plain}</pre>
            </>
          )}
        </>
      )}
    </>
  )
}
